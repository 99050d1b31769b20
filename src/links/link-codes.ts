import { isSameSecret, MS_PER_DAY, MS_PER_HOUR, type Clock, randomUUID } from '../core/mod.ts'
import { maybeRow, transact, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Link } from './link.ts'
import { lockLink, toLink } from './link-rows.ts'
import { insertMessages, lockMessage, messagesOfLink, recordCode } from './message-rows.ts'
import { CODE_MS, codeOf, ticketOf, TRUST_MS, trustOf, type Ticket } from './second-factor.ts'

/** The most wrong codes for one mail. */
const TRIES_MAX = 5
/** The most codes that are mailed for a link within each period. */
const LIMITS = [
  { count: 3, withinMs: MS_PER_HOUR },
  { count: 10, withinMs: MS_PER_DAY },
]
const COUNTED_MAX = 10
/** The code in every mail of a test partner, which is never sent. */
const TEST_CODE = '123456789'

interface CodeOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

export type RequestedCode =
  | { readonly outcome: 'queued'; readonly ticket: string; readonly untilMs: number }
  | { readonly outcome: 'wait'; readonly untilMs: number }
  | { readonly outcome: 'replaced' }

/**
 * Queues a mail or text with a code to the person of a link, and returns the ticket for the browser
 * that requested it. Codes are counted on the locked row of the link, so the codes of all browsers
 * count together; wrong entries are counted for each code.
 */
export async function requestCode(
  { db, vault, clock }: CodeOptions,
  { partnerId, linkNo, generation }: Link,
  isTest: boolean,
): Promise<RequestedCode> {
  return transact(db, async (tx) => {
    const row = await maybeRow(tx, lockLink(partnerId, linkNo))
    const link = row && toLink(row)
    if (link?.generation !== generation) return { outcome: 'replaced' }
    const now = clock.now()
    const before = await tx.rows(messagesOfLink(link, { kind: 'CODE', limit: COUNTED_MAX }))
    const ofAddress = before.filter((one) => one.generation === generation)
    const waitMs = nextCodeMs(ofAddress.map((one) => one.created_at.getTime()))
    if (waitMs > now) return { outcome: 'wait', untilMs: waitMs }
    const ticket = { messageId: randomUUID(), untilMs: now + CODE_MS }
    const mail = {
      partnerId,
      linkNo,
      generation,
      messageId: ticket.messageId,
      kind: 'CODE',
      channel: link.secondFactor === 'SMS' ? 'SMS' : 'EMAIL',
      createdMs: now,
      // Sent before other mails, because somebody waits for the code.
      dueMs: now - MS_PER_DAY,
      suppressed: isTest ? 'TEST' : undefined,
    } as const
    tx.write(insertMessages([mail]))
    const { untilMs } = ticket
    return { outcome: 'queued', ticket: ticketOf(vault, link, ticket), untilMs }
  })
}

/**
 * Returns the instant from which the next code may be sent, by the instants of the earlier ones,
 * newest first; 0 if it may be sent at once.
 */
function nextCodeMs(sentMs: readonly number[]): number {
  const waits = LIMITS.flatMap(({ count, withinMs }) => {
    const earliestMs = sentMs[count - 1]
    return earliestMs === undefined ? [] : earliestMs + withinMs
  })
  return Math.max(0, ...waits)
}

export type EnteredCode =
  | { readonly outcome: 'trusted'; readonly trust: string }
  | { readonly outcome: 'wrong' }
  /** The code was used, is too old, or was entered wrongly too often: a new one is needed. */
  | { readonly outcome: 'over' }

/** Checks the code that this browser has requested. A code is valid once. */
export async function enterCode(
  { db, vault, clock }: CodeOptions,
  { link, ticket, code }: { readonly link: Link; readonly ticket: Ticket; readonly code: string },
): Promise<EnteredCode> {
  return transact(db, async (tx) => {
    const row = await maybeRow(tx, lockMessage(link.partnerId, ticket.messageId))
    const now = clock.now()
    const isOpen = row && row.code_used_at === null && row.wrong_codes < TRIES_MAX
    if (!isOpen || ticket.untilMs <= now) return { outcome: 'over' }
    const expected = row.reason === 'TEST' ? TEST_CODE : codeOf(vault, row.message_id)
    const isRight = isSameSecret(expected, code)
    tx.write(recordCode(row, { isRight, now }))
    if (isRight)
      return { outcome: 'trusted', trust: trustOf(vault, link, { untilMs: now + TRUST_MS }) }
    return { outcome: row.wrong_codes + 1 < TRIES_MAX ? 'wrong' : 'over' }
  })
}
