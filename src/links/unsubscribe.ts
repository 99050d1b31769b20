import { isSameSecret, type Clock } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linksByNumber, toLink } from './link-rows.ts'
import type { Link } from './link.ts'
import { messageById, unsubscribeMessage } from './message-rows.ts'
import { openRecipient } from './recipient.ts'

const MAC_BYTES = 16
const TOKEN = /^([1-9]\d{0,6})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/

type Hasher = Pick<Vault, 'blindIndex'>

interface MessageName {
  readonly partnerId: number
  readonly messageId: string
}

/** Returns the token that names a mail in its unsubscribe address. It does not open the link. */
export function unsubscribeToken(vault: Hasher, name: MessageName): string {
  return `${name.partnerId}.${name.messageId}.${macOf(vault, name)}`
}

function macOf(vault: Hasher, { partnerId, messageId }: MessageName): string {
  const text = `link-unsubscribe:${partnerId}:${messageId}`
  return vault.blindIndex('consumer_index', text).toString('base64url', 0, MAC_BYTES)
}

/** Returns the keyed hash of an e-mail address or number. Differs between partners. */
export function blindAddress(vault: Hasher, partnerId: number, address: string): Buffer {
  return vault.blindIndex('consumer_index', `link-address:${partnerId}:${address.toLowerCase()}`)
}

interface Services {
  readonly db: Db
  readonly vault: Vault
}

/** Finds the link of a mail by the token that unsubscribes. Changes nothing. */
export async function findUnsubscribing(
  services: Services,
  token: string,
): Promise<Link | undefined> {
  return (await findMail(services, token))?.link
}

/** Ends a partner's reminders to an address or number. The links stay claimable. Idempotent. */
export async function unsubscribe(
  { clock, ...services }: Services & { readonly clock: Clock },
  token: string,
): Promise<Link | undefined> {
  const mail = await findMail(services, token)
  if (!mail) return undefined
  const { db, vault } = services
  const { email, phone } = await openRecipient(vault, mail.link)
  const address = mail.row.channel === 'SMS' ? phone : email
  if (address !== undefined) {
    const blind = blindAddress(vault, mail.link.partnerId, address)
    await db.rows(unsubscribeMessage(mail.row, blind, clock.now()))
  }
  return mail.link
}

async function findMail({ db, vault }: Services, token: string) {
  const [, partner, messageId, mac] = TOKEN.exec(token) ?? []
  if (partner === undefined || messageId === undefined || mac === undefined) return undefined
  const name = { partnerId: Number(partner), messageId }
  if (!isSameSecret(mac, macOf(vault, name))) return undefined
  const row = await maybeRow(db, messageById(name.partnerId, messageId))
  const link = row && (await maybeRow(db, linksByNumber(name.partnerId, [Number(row.link_no)])))
  return row && link ? { row, link: toLink(link) } : undefined
}
