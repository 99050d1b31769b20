import type { Clock } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import { unsubscribeTokens } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linksByNumber, toLink } from './link-rows.ts'
import type { Link } from './link.ts'
import { messageById, unsubscribeMessage } from './message-rows.ts'
import { openRecipient } from './recipient.ts'

type Hasher = Pick<Vault, 'blindIndex'>

/** Name mails of links, by their ids. */
export const LINK_UNSUBSCRIBE = unsubscribeTokens('link')

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
  const name = LINK_UNSUBSCRIBE.read(vault, token)
  const row = name && (await maybeRow(db, messageById(name.partnerId, name.id)))
  const link = row && (await maybeRow(db, linksByNumber(row.partner_id, [Number(row.link_no)])))
  return row && link ? { row, link: toLink(link) } : undefined
}
