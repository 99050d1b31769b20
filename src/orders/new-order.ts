import type { Book } from '../ledger/mod.ts'
import type { PlaceInput } from './order-input.ts'
import { countUnits } from './order-size.ts'
import type { Order } from './order.ts'

type PlacedFields = Pick<
  Order,
  'orderNo' | 'totalMinor' | 'adjustment' | 'holdNo' | 'linkNo' | 'walletId'
>

/** Returns a new order: PENDING, with its whole price held. */
export function newOrder(book: Book, input: PlaceInput, placed: PlacedFields): Order {
  return {
    partnerId: book.partnerId,
    clientReference: input.clientReference,
    idempotencyKey: input.idempotencyKey,
    fingerprint: input.fingerprint,
    currency: input.currency,
    ...placed,
    unitCount: countUnits(input.items),
    createdMs: book.now,
    status: 'PENDING',
    previousStatus: undefined,
    statusSinceMs: book.now,
    keptMinor: undefined,
    chargedMinor: undefined,
    chargedAdjustment: undefined,
    cancelReason: undefined,
    completedMs: undefined,
    heldForSupplier: false,
    firstHeldMs: undefined,
    lastEventNo: 0,
  }
}
