import { recordAudit, type Actor } from '../audit/mod.ts'
import { MS_PER_HOUR, Refusal, type Clock, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Db, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { leftOf, linkId, statusOf, type LinkRemainder, type Link } from './link.ts'
import { lockLink, toLink } from './link-rows.ts'
import {
  insertMessages,
  lastMessages,
  messagesOfLink,
  refusalsOf,
  toMessage,
} from './message-rows.ts'
import type { LinkMessage } from './message.ts'
import { openRecipient } from './recipient.ts'
import { blindAddress } from './unsubscribe.ts'

const MESSAGES_SHOWN_MAX = 50
const MAILED_MAX = 6
/** The ways by which links are delivered. */
type Channel = Exclude<Link['delivery'], 'NONE'>

const ADDRESS_OF = { EMAIL: 'e-mail address', SMS: 'phone number' } as const
const REFUSED_BY = {
  EMAIL: 'the mail server refused its e-mail address: replace it by another one',
  SMS: 'no text reaches its phone number: replace it by another one',
} as const

interface ResendOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

interface Resend {
  readonly partnerId: number
  readonly linkNo: number
  readonly actor: Actor | undefined
  readonly reason?: string | undefined
}

/**
 * Queues the message of a link once more, audited: at most five times, and once an hour.
 *
 * Refuses, in this order:
 *   not_found        no such link of this partner
 *   state_conflict   the link has no delivery, nothing of it can be claimed, it was sent within the
 *                    hour or too often, its address was erased or refused for good, or its person
 *                    reported a mail as spam
 */
export async function resendLink(options: ResendOptions, resend: Resend): Promise<Link> {
  const { db, vault, clock } = options
  const { partnerId, linkNo } = resend
  return transact(db, async (tx) => {
    const row = await maybeRow(tx, lockLink(partnerId, linkNo))
    if (!row) throw notFound('link')
    const link = toLink(row)
    const now = clock.now()
    const { delivery: channel } = link
    if (channel === 'NONE') throw conflict('the link is not delivered by e-mail or SMS')
    if (link.ended || leftOf(link) === 0n) throw conflict(`the link is ${statusOf(link)}`)
    await requirePause(tx, link, now)
    await requireReachable(tx, vault, { link, channel })
    tx.write(insertMessages([messageOf(link, channel, now)]))
    auditResend(tx, link, { ...resend, at: now })
    return link
  })
}

/** Refuses state_conflict for a link that was sent within the hour, or too often. */
async function requirePause(tx: Tx, link: Link, now: number): Promise<void> {
  const sent = await tx.rows(messagesOfLink(link, { kind: 'LINK', limit: MESSAGES_SHOWN_MAX }))
  const messages = sent.filter(({ generation }) => generation === link.generation)
  if (messages.some(({ status }) => status === 'PENDING')) throw conflict('its message is queued')
  if (messages.some(({ sent_at: sentAt }) => sentAt && sentAt.getTime() > now - MS_PER_HOUR)) {
    throw conflict('it was sent within the last hour')
  }
  if (messages.length >= MAILED_MAX) {
    throw conflict(`it was sent ${messages.length} times: hand the link over yourself`)
  }
}

/** Refuses state_conflict if the address was erased or refused, or its person reported spam. */
async function requireReachable(
  tx: Tx,
  vault: Vault,
  { link, channel }: { readonly link: Link; readonly channel: Channel },
): Promise<void> {
  const { partnerId } = link
  const { email, phone } = await openRecipient(vault, link)
  const address = channel === 'SMS' ? phone : email
  const blind = address === undefined ? undefined : blindAddress(vault, partnerId, address)
  if (!blind) throw conflict(`its ${ADDRESS_OF[channel]} was erased`)
  const refused = await oneRow(tx, refusalsOf(partnerId, blind))
  if (refused.is_refused) throw conflict(REFUSED_BY[channel])
  if (refused.is_complained) {
    throw conflict('its person reported a mail as spam: hand the link over yourself')
  }
}

function messageOf({ partnerId, linkNo, generation }: Link, channel: Channel, now: number) {
  const times = { createdMs: now, dueMs: now }
  return { partnerId, linkNo, generation, kind: 'LINK', channel, ...times } as const
}

function auditResend(
  tx: Tx,
  link: Link,
  { partnerId, actor, reason, at }: Resend & { readonly at: number },
): void {
  if (!actor) return
  const target = `link:${linkId(link)}`
  const audited = { partnerId, actor, action: 'link.resend', target, reason, at } as const
  recordAudit(tx, { ...audited, valueOut: 'none' })
}

function conflict(message: string): Refusal {
  return new Refusal('state_conflict', message)
}

/** Returns the mails of a link, newest first. */
export async function listMessages(
  { db }: Pick<ResendOptions, 'db'>,
  link: Link,
): Promise<LinkMessage[]> {
  const rows = await db.rows(messagesOfLink(link, { limit: MESSAGES_SHOWN_MAX }))
  return rows.map((row) => asShown(toMessage(row), link))
}

/**
 * Returns a waiting mail as SUPPRESSED if nothing of its link is left. Its row gets this state only
 * when the mail is due.
 */
function asShown(message: LinkMessage, link: LinkRemainder): LinkMessage {
  const waits = message.state === 'QUEUED' || message.state === 'DEFERRED'
  if (!waits || message.kind === 'CODE' || leftOf(link) > 0n) return message
  return { ...message, state: 'SUPPRESSED', reason: 'LINK_ENDED', nextTryMs: undefined }
}

/** Returns the last mail of each of a partner's links, by the number of the link. */
export async function listLastMessages(
  db: Db,
  partnerId: number,
  links: readonly (LinkRemainder & Pick<Link, 'linkNo'>)[],
): Promise<ReadonlyMap<number, LinkMessage>> {
  if (links.length === 0) return new Map()
  const numbers = links.map(({ linkNo }) => linkNo)
  const rows = await db.rows(lastMessages(partnerId, numbers))
  const byNo = new Map(links.map((link) => [link.linkNo, link]))
  return new Map(
    rows.flatMap((row) => {
      const link = byNo.get(Number(row.link_no))
      return link ? [[link.linkNo, asShown(toMessage(row), link)] as const] : []
    }),
  )
}
