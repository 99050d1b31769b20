import type { Vault } from '../vault/mod.ts'
import type { Link } from './link.ts'

/**
 * The person of a link, and the sender's message to them. Personal data, so it is stored sealed.
 */
export interface Recipient {
  readonly name: string | undefined
  readonly email: string | undefined
  /** The phone number as E.164. Recipients that an earlier version stored have none. */
  readonly phone?: string | undefined
  readonly message: string | undefined
  readonly replyTo: string | undefined
}

type Place = Pick<Link, 'partnerId' | 'key'>

/** Seals a recipient for its link; undefined if nothing is known of them. */
export function sealRecipient(
  vault: Vault,
  place: Place,
  recipient: Recipient,
): Buffer | undefined {
  if (Object.values(recipient).every((value) => value === undefined)) return undefined
  return vault.seal('consumers', contextOf(place), Buffer.from(JSON.stringify(recipient), 'utf8'))
}

/** Returns the recipient of a link. Reads the key if the cache does not have it. */
export async function openRecipient(vault: Vault, link: Link): Promise<Recipient> {
  const { recipientSealed } = link
  if (!recipientSealed) return NO_RECIPIENT
  await vault.prepare([recipientSealed])
  const text = vault.open('consumers', contextOf(link), recipientSealed).toString('utf8')
  return JSON.parse(text) as Recipient
}

const NO_RECIPIENT: Recipient = {
  name: undefined,
  email: undefined,
  message: undefined,
  replyTo: undefined,
}

function contextOf({ partnerId, key }: Place): string {
  return `links:${partnerId}:${key}`
}
