import { randomUUID } from 'node:crypto'
import { INTEGER_MAX, isUuid, PARTNER_ID_MAX } from '../core/mod.ts'
import type { BatchKey } from '../supply/mod.ts'

/** The key of a batch and the random reference of one purchase of it. */
export interface PurchaseName extends BatchKey {
  readonly reference: string
}

const PATTERN = /^tessera-([1-9]\d{0,15})-([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9a-f-]{36})$/

/**
 * Returns our reference of the order there: the batch, for people who read it, and a UUID that no
 * other installation has.
 */
export function referenceOf({ partnerId, orderNo, batchNo, reference }: PurchaseName): string {
  return `tessera-${partnerId}-${orderNo}-${batchNo}-${reference}`
}

/** Returns undefined for a text that is not a reference of a purchase. */
export function parseReference(text: string): PurchaseName | undefined {
  const [, partner, order, batch, reference] = PATTERN.exec(text) ?? []
  if (reference === undefined || !isUuid(reference)) return undefined
  const [partnerId = 0, orderNo = 0, batchNo = 0] = [partner, order, batch].map(Number)
  const isKey =
    partnerId <= PARTNER_ID_MAX && Number.isSafeInteger(orderNo) && batchNo <= INTEGER_MAX
  return isKey ? { partnerId, orderNo, batchNo, reference } : undefined
}

/** Returns a new reference, and the key of its first create. */
export function freshNames(): { reference: string; idempotencyKey: string } {
  return { reference: randomUUID(), idempotencyKey: randomUUID() }
}
