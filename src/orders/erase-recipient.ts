import { invalidField, Refusal } from '../core/mod.ts'
import { oneRow, type OldRows, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  deleteRecipientBlinds,
  forgetRecipients,
  lockLinesOf,
  lockOldRecipients,
  ordersThatNeed,
  storedBlinds,
  type RecipientLine,
  type RecipientOf,
} from './erase-recipient-rows.ts'
import { linkDraftWaits } from './draft-rows.ts'
import { forgetFingerprints } from './order-status-rows.ts'
import { eraseLinkRecipients } from '../links/mod.ts'
import { orderId } from './order.ts'
import { deleteExpiredQuotes } from './quote-rows.ts'
import { blindRecipient, foldRecipient } from './recipient-rows.ts'

/** A recipient of a partner's orders, as a search finds it. */
export interface NamedRecipient {
  readonly partnerId: number
  /** A value of the recipient, such as a phone number or an e-mail address. */
  readonly recipient: string
}

export interface ErasedLines {
  readonly lines: number
  /** The number of links whose recipient had the value as an address. */
  readonly links: number
  /** True if further lines have this recipient. */
  readonly hasMore: boolean
}

/** The most lines of one transaction, which take some seconds. */
const LINES_MAX = 10_000
const NAMED_MAX = 10

/**
 * Erases a recipient from a partner's links, from the search, and from the lines of its orders,
 * with all other fields of the recipient there. Also erases the fingerprints of the orders and the
 * expired quotes, because a guess could be confirmed by their digests. If there are more than
 * LINES_MAX lines, erases the oldest ones.
 *
 * Refuses, in this order:
 *   invalid_request  a recipient without a letter or digit
 *   not_found        no line and no link has it, and no links wait to be approved or written
 *   state_conflict   an order that has it is open; the message names the orders
 */
export async function eraseRecipientLines(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  { partnerId, recipient, now }: NamedRecipient & { readonly now: number },
): Promise<ErasedLines> {
  if (!/[\p{L}\p{N}]/u.test(foldRecipient(recipient))) {
    throw invalidField('recipient', 'must have a letter or a digit')
  }
  const named = { partnerId, blind: blindRecipient(vault, recipient) }
  const folded = recipient.trim().toLowerCase().normalize('NFC')
  const erasedLinks = await eraseLinkRecipients(tx, vault, { partnerId, recipient: folded, now })
  const { links, hasWaiting } = erasedLinks
  const lines = await tx.rows(lockLinesOf(named, LINES_MAX + 1))
  if (lines.length === 0) {
    // Links that wait may name the recipient: they are sealed, and are not searched.
    const canHave = links > 0 || hasWaiting || (await hasWaitingDraft(tx, partnerId))
    if (canHave) return { lines: 0, links, hasMore: false }
    throw new Refusal(
      'not_found',
      `no order or link of partner ${partnerId} has this recipient; ` +
        'look with orders list --recipient',
    )
  }
  // Read after the locks, so that it sees the orders of all locked lines. A final order stays
  // final.
  await requireUnused(tx, named)
  const erased = lines.slice(0, LINES_MAX)
  forgetLines(tx, vault, erased)
  tx.write(deleteExpiredQuotes(partnerId, now))
  return { lines: erased.length, links, hasMore: lines.length > erased.length }
}

async function hasWaitingDraft(tx: Tx, partnerId: number): Promise<boolean> {
  return (await oneRow(tx, linkDraftWaits(partnerId))).is_waiting
}

async function requireUnused(tx: Tx, recipient: RecipientOf): Promise<void> {
  const open = await tx.rows(ordersThatNeed(recipient, NAMED_MAX + 1))
  if (open.length === 0) return
  const ids = open.slice(0, NAMED_MAX).map(({ order_no, created_at }) =>
    orderId({
      partnerId: recipient.partnerId,
      orderNo: Number(order_no),
      createdMs: created_at.getTime(),
    }),
  )
  const named = ids.join(', ') + (open.length > NAMED_MAX ? ' and more' : '')
  throw new Refusal(
    'state_conflict',
    `the recipient is needed by ${named}; wait until they are final, or cancel them`,
  )
}

/** Recipients of orders that are final and have no batch under way. */
export const OLD_RECIPIENTS: OldRows<{ readonly vault: Pick<Vault, 'blindIndex'> }> = {
  rowsMax: 500,
  stepsMax: 20,
  async remove(tx, { before, limit }, { vault }) {
    const lines = await tx.rows(lockOldRecipients(before, limit))
    if (lines.length > 0) forgetLines(tx, vault, lines)
    return lines.length
  },
}

/**
 * Removes the recipients of locked lines from the lines and the search. Also removes the
 * fingerprints of their orders, because a phone number can be guessed from one.
 */
function forgetLines(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  lines: readonly RecipientLine[],
): void {
  tx.write(deleteRecipientBlinds(storedBlinds(vault, lines)))
  tx.write(forgetRecipients(lines))
  tx.write(forgetFingerprints(lines))
}
