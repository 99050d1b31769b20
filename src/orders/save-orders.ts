import type { Writer } from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { recordAudits } from '../audit/mod.ts'
import { saveLinks } from '../links/mod.ts'
import {
  cancelBatches,
  insertBatches,
  insertLines,
  resumeBatches,
  suspendBatches,
} from './line-rows.ts'
import type { OrderWriteOptions } from './order-input.ts'
import type { OrderState } from './order-state.ts'
import { markUsedQuotes } from './quote-rows.ts'
import { insertHolds } from './order-hold-rows.ts'
import { insertOrders, updateOrders } from './order-status-rows.ts'
import { insertRecipientBlinds, recipientBlinds } from './recipient-rows.ts'

/**
 * Writes what a group did to its orders. Locks batches before orders, as everywhere. New batches
 * are inserted first, because the same group may also suspend their order.
 */
export function saveOrderState(
  tx: Writer,
  book: Book,
  state: OrderState,
  { stockSupplier, vault }: Pick<OrderWriteOptions, 'stockSupplier' | 'vault'>,
): void {
  const { partnerId } = book
  if (state.placed.length > 0) {
    tx.write(insertLines(partnerId, state.placedLines))
    if (state.usedQuotes.length > 0) tx.write(markUsedQuotes(partnerId, state.usedQuotes))
    const recipients = recipientBlinds(vault, state.placedLines)
    if (recipients.length > 0) tx.write(insertRecipientBlinds(partnerId, recipients))
    state.issuing?.save(tx)
    if (state.placedBatches.length > 0) tx.write(insertBatches(book, state.placedBatches, 'queued'))
    if (state.issuedBatches.length > 0) tx.write(insertBatches(book, state.issuedBatches, 'issued'))
  }
  if (state.suspended.size > 0) tx.write(suspendBatches(partnerId, [...state.suspended]))
  if (state.cancelled.size > 0) {
    tx.write(cancelBatches(partnerId, [...state.cancelled], stockSupplier))
  }
  if (state.holds.length > 0) tx.write(insertHolds(partnerId, state.holds))
  saveOrders(tx, book, state)
  // Sent after the orders are locked: a worker that still saw one of them ON_HOLD has committed by
  // then.
  if (state.resumed.size > 0) tx.write(resumeBatches(partnerId, [...state.resumed]))
  recordAudits(tx, state.audits)
  state.people.save(tx)
  state.drafts.save(tx)
  if (state.links) saveLinks(tx, book, state.links)
}

/** Inserts new orders in their final state within the group, and updates existing ones. */
function saveOrders(tx: Writer, book: Book, { placed, changed, events }: OrderState): void {
  if (changed.size === 0) {
    if (placed.length > 0) tx.write(insertOrders(book, placed, events))
    return
  }
  const isNew = new Set(placed.map(({ orderNo }) => orderNo))
  const ofNew = events.filter(({ orderNo }) => isNew.has(orderNo))
  const ofStored = events.filter(({ orderNo }) => !isNew.has(orderNo))
  const stored = [...changed].filter(({ orderNo }) => !isNew.has(orderNo))
  if (placed.length > 0) tx.write(insertOrders(book, placed, ofNew))
  if (stored.length > 0) tx.write(updateOrders(book, stored, ofStored))
}
