import {
  isoTime,
  Refusal,
  storedCurrency,
  type Currency,
  type OrderName,
  type Page,
  type PageRequest,
} from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type Tx } from '../db/mod.ts'
import { recordAudit, type AuditValue } from '../audit/mod.ts'
import { findUpstream, type Upstream } from './account-rows.ts'
import type { UpstreamAct } from './accounts.ts'
import { resolveMismatch } from './mismatch.ts'
import {
  closePurchaseRow,
  countPurchases,
  countPurchasesOfOrder,
  type ListedRow,
  lockPurchase,
  newestPurchases,
  purchaseNamed,
  type OrderKey,
  purchasesOfOrder,
} from './purchase-list-rows.ts'
import {
  type Purchase,
  PURCHASE_STATUSES,
  type PurchaseStatus,
  toPurchase,
} from './purchase-rows.ts'
import { parseReference, referenceOf } from './reference.ts'

/**
 * A purchase as the operator sees it. Amounts are in whole minor units, instants in milliseconds.
 */
export interface PurchaseView extends Omit<Purchase, 'idempotencyKey' | 'currency'> {
  /** The order that the purchase is for. */
  readonly orderName: OrderName
  /** The currency of the face value. */
  readonly currency: Currency
  /** The cost of the order there, in the currency of the wallet that pays for it. */
  readonly cost: { readonly minor: bigint; readonly currency: Currency } | undefined
  readonly upstreamStatus: string | undefined
  readonly begunAt: number
  /** When a released purchase is polled again. */
  readonly lookAgainAt: number | undefined
  /** The fault that the last poll found. */
  readonly fault: string | undefined
  readonly faultedAt: number | undefined
}

export interface PurchaseRequest extends PageRequest {
  readonly status?: PurchaseStatus | undefined
  readonly order?: OrderKey | undefined
}

/** The most purchases that a list without an order returns. */
export const PURCHASES_DEPTH_MAX = 20_000

/** Returns a page of the purchases at an upstream, newest first. Refuses not_found. */
export async function listPurchases(
  db: Db,
  name: string,
  { status, order, ...page }: PurchaseRequest,
): Promise<Page<PurchaseView>> {
  const { upstreamId } = await existingUpstream(db, name)
  const filter = { upstreamId, statuses: status === undefined ? PURCHASE_STATUSES : [status] }
  const counted = order ? countPurchasesOfOrder(filter, order) : countPurchases(filter)
  const { total } = await oneRow(db, counted)
  const rows = await db.rows(
    order ? purchasesOfOrder(filter, order, page) : newestPurchases(filter, page),
  )
  return { rows: rows.map(toView), total: Number(total) }
}

/** Returns the account of this name. Refuses not_found. */
export async function existingUpstream(db: Db, name: string): Promise<Upstream> {
  const upstream = await findUpstream(db, name)
  if (!upstream) throw new Refusal('not_found', 'no such supplier')
  return upstream
}

/** Returns a purchase by its reference. Refuses not_found: no such upstream, or purchase there. */
export async function existingPurchase(
  db: Db,
  { name, reference }: { readonly name: string; readonly reference: string },
): Promise<PurchaseView> {
  const { upstreamId } = await existingUpstream(db, name)
  const key = parseReference(reference)
  const row = key && (await maybeRow(db, purchaseNamed(upstreamId, key)))
  if (!row) throw noSuchPurchase()
  return toView(row)
}

function noSuchPurchase(): Refusal {
  return new Refusal('not_found', 'no such purchase')
}

/**
 * Closes a faulty purchase that an upstream does not clear up. A released purchase then ends, and
 * the money for it is lost; for an open batch, a further purchase is made. Only the operator can
 * know that the order there will not be delivered, so only a purchase with a fault can be closed.
 * Closing the last one of its product resolves the alert. Buying again may pay twice, so the act
 * needs the same approval as a change of accounts.
 *
 * Refuses, in this order:
 *   not_found       no such upstream, or no such purchase there
 *   state_conflict  it has ended; it has no fault; or a create may still arrive there
 */
export async function closePurchase(
  tx: Tx,
  { name, reference }: { readonly name: string; readonly reference: string },
  act: UpstreamAct,
): Promise<PurchaseView> {
  const { upstreamId } = await existingUpstream(tx, name)
  const key = parseReference(reference)
  const row = key && (await maybeRow(tx, lockPurchase(upstreamId, key)))
  if (!row) throw noSuchPurchase()
  const before = toView(row)
  requireClosable(before, act.at)
  const after = toView(await oneRow(tx, closePurchaseRow(before)))
  recordAudit(tx, {
    ...act,
    partnerId: before.partnerId,
    action: 'upstream.purchase.close',
    target: `upstream:${name}`,
    valueOut: { kind: 'upstreams' },
    before: auditable(before),
    after: { reference, status: after.status },
  })
  await resolveMismatch(tx, before.productId, act.at)
  return after
}

function requireClosable({ status, fault, unsureUntil }: PurchaseView, now: number): void {
  if (status !== 'PLACING' && status !== 'PLACED') {
    throw new Refusal('state_conflict', `the purchase is ${status}`)
  }
  if (fault === undefined) {
    throw new Refusal('state_conflict', 'the last look found nothing wrong with the purchase')
  }
  if (status === 'PLACING' && unsureUntil !== undefined && unsureUntil > now) {
    const until = isoTime(unsureUntil)
    throw new Refusal('state_conflict', `a create may still arrive there until ${until}`)
  }
}

/** Returns the fields of the audit entry. */
function auditable(purchase: PurchaseView): AuditValue {
  const { status, upstreamOrderId = null, upstreamStatus = null, quantity, isReleased } = purchase
  const { productId, fault = null } = purchase
  const reference = referenceOf(purchase)
  const theirs = { upstreamOrderId, upstreamStatus }
  return { reference, status, ...theirs, productId, quantity, released: isReleased, fault }
}

function toView(row: ListedRow): PurchaseView {
  const { idempotencyKey: _, currency, ...purchase } = toPurchase(row)
  const { partnerId, orderNo, walletCurrency } = purchase
  return {
    ...purchase,
    orderName: { partnerId, orderNo, createdMs: row.ordered_at.getTime() },
    currency: storedCurrency(currency),
    cost:
      row.cost_minor === null
        ? undefined
        : { minor: row.cost_minor, currency: storedCurrency(walletCurrency) },
    upstreamStatus: row.upstream_status ?? undefined,
    begunAt: row.begun_at.getTime(),
    lookAgainAt: row.due_at?.getTime(),
    fault: row.fault ?? undefined,
    faultedAt: row.faulted_at?.getTime(),
  }
}
