import type { Actor } from '../audit/mod.ts'
import type { LineRequest } from '../catalog/mod.ts'
import {
  minorUnits,
  Refusal,
  storedCurrency,
  type Currency,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'
import type { OrderDraftsRow } from '../db/mod.ts'

/** A CREDIT_FILE has the id of its import, in which the credits are stored. */
export type DraftKind = 'ORDER' | 'LINKS' | 'CREDIT' | 'CREDIT_FILE'

/**
 * EXPIRED: the draft waited too long. APPROVED: its order is being placed. SCHEDULED: its order
 * will be placed at `placeMs`, because it was approved or needs no approval.
 */
export const DRAFT_STATES = [
  'WAITING',
  'SCHEDULED',
  'APPROVED',
  'ORDERED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const
export type DraftState = (typeof DRAFT_STATES)[number]

/** An order, links or credits that wait for an approval inside the partner. Holds no money. */
export interface Draft {
  readonly partnerId: number
  readonly kind: DraftKind
  /** The Idempotency-Key of its order, or of the links; the id of the file of credits. */
  readonly draftId: string
  readonly state: DraftState
  readonly clientReference: string
  readonly currency: Currency
  /**
   * The charge of the order, the sum that the links set aside, or the credited sum. For a file with
   * several currencies: the first currency whose sum needs an approval.
   */
  readonly chargedMinor: MinorUnits
  /** The number of items, links or credits. */
  readonly itemCount: number
  /** Empty once the draft can no longer become an order. */
  readonly items: readonly LineRequest[]
  /** The sealed request to send links or to credit; undefined once the draft is over. */
  readonly sealed: Buffer | undefined
  /** The labels of an order. */
  readonly metadata: Metadata | undefined
  /** The quote of an order. */
  readonly quoteId: string | undefined
  /** The user who made it; 0 if a credential did. */
  readonly madeBy: number
  readonly madeByName: string
  readonly madeByClient: string | undefined
  readonly madeMs: number
  readonly expiresMs: number
  /** When the order is placed; undefined: at once, after an approval. */
  readonly placeMs: number | undefined
  /** True if `placeMs` is still to come. */
  readonly isAhead: boolean
  /** True if a worker places it once its time has come. */
  readonly isDue: boolean
  /** The person who approved it. */
  readonly decidedBy: number | undefined
  readonly decidedByName: string | undefined
  readonly decidedMs: number | undefined
  readonly reason: string | undefined
  readonly orderId: string | undefined
  /** True if the addresses of its links were shown to its maker. */
  readonly isShown: boolean
}

export function toDraft(row: OrderDraftsRow, at: number): Draft {
  const isExpired = row.state === 'WAITING' && row.expires_at.getTime() <= at
  return {
    partnerId: row.partner_id,
    kind: row.kind as DraftKind,
    draftId: row.draft_id,
    state: isExpired ? 'EXPIRED' : (row.state as DraftState),
    clientReference: row.client_reference,
    currency: storedCurrency(row.currency),
    chargedMinor: minorUnits(row.charged),
    itemCount: row.item_count,
    items: row.items as readonly LineRequest[],
    sealed: row.links ?? undefined,
    metadata: (row.metadata as Metadata | null) ?? undefined,
    quoteId: row.quote_id ?? undefined,
    madeBy: row.made_by,
    madeByName: row.made_by_name,
    madeByClient: row.made_by_client ?? undefined,
    madeMs: row.made_at.getTime(),
    expiresMs: row.expires_at.getTime(),
    placeMs: row.place_at?.getTime(),
    isAhead: row.place_at !== null && row.place_at.getTime() > at,
    isDue: row.place_due_at !== null,
    decidedBy: row.decided_by ?? undefined,
    decidedByName: row.decided_by_name ?? undefined,
    decidedMs: row.decided_at?.getTime(),
    reason: row.reason ?? undefined,
    orderId: row.order_id ?? undefined,
    isShown: row.shown_at !== null,
  }
}

export function isMadeBy({ madeBy }: Draft, { id }: Actor): boolean {
  return String(madeBy) === id
}

const STATE_MESSAGES: Readonly<Record<DraftState, string>> = {
  WAITING: 'this waits for an approval',
  SCHEDULED: 'this is placed at its time',
  APPROVED: 'this is being placed',
  ORDERED: 'this was done already',
  REJECTED: 'this was rejected already',
  WITHDRAWN: 'this was withdrawn',
  EXPIRED: 'this waited too long and has expired; ask for it anew',
}

/** Returns the refusal of an act that the state of a draft does not permit. */
export function draftStateRefusal({ state, decidedByName }: Draft): Refusal {
  const isDecided = state === 'ORDERED' || state === 'REJECTED'
  const by = isDecided && decidedByName !== undefined ? `, by ${decidedByName}` : ''
  return new Refusal('state_conflict', STATE_MESSAGES[state] + by)
}
