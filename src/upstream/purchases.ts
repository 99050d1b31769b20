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
import { recordAudit, type AuditValue } from '../partners/mod.ts'
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

/** A purchase as the operator sees it. Amounts are whole minor units; instants are milliseconds. */
export interface PurchaseView extends Omit<Purchase, 'idempotencyKey' | 'currency'> {
  /** The order that it is for. */
  readonly orderName: OrderName
  /** Of the face value. */
  readonly currency: Currency
  /** What the order there costs, in the currency of the wallet that pays for it. */
  readonly cost: { readonly minor: bigint; readonly currency: Currency } | undefined
  readonly upstreamStatus: string | undefined
  readonly begunAt: number
  /** When it is looked at again: one that was released. */
  readonly lookAgainAt: number | undefined
  /** What the last look found wrong. */
  readonly fault: string | undefined
  readonly faultedAt: number | undefined
}

export interface PurchaseRequest extends PageRequest {
  readonly status?: PurchaseStatus | undefined
  readonly order?: OrderKey | undefined
}

/** A list without an order reaches this far back. */
export const PURCHASES_DEPTH_MAX = 20_000

/** A page of the purchases at an upstream, newest first. Refuses not_found. */
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

/** The account of this name; refuses not_found. */
export async function existingUpstream(db: Db, name: string): Promise<Upstream> {
  const upstream = await findUpstream(db, name)
  if (!upstream) throw new Refusal('not_found', 'no such upstream')
  return upstream
}

/**
 * Gives up what an upstream does not clear up: nothing is expected of the purchase any more. One
 * that was released ends there, with whatever was paid for it; for the batch of another one a
 * further purchase is made. Only the operator can know that the order there comes to nothing, so
 * nothing but what the last look found wrong can be closed. With the last one of its product the
 * alert that told of them is resolved.
 *
 * Refuses, in this order:
 *   not_found       no such upstream, or no such purchase there
 *   state_conflict  it has ended; nothing is wrong with it; a create may still arrive there
 */
export async function closePurchase(
  tx: Tx,
  { name, reference }: { readonly name: string; readonly reference: string },
  act: UpstreamAct,
): Promise<PurchaseView> {
  const { upstreamId } = await existingUpstream(tx, name)
  const key = parseReference(reference)
  const row = key && (await maybeRow(tx, lockPurchase(upstreamId, key)))
  if (!row) throw new Refusal('not_found', 'no such purchase')
  const before = toView(row)
  requireClosable(before, act.at)
  const after = toView(await oneRow(tx, closePurchaseRow(before)))
  recordAudit(tx, {
    ...act,
    partnerId: before.partnerId,
    action: 'upstream.purchase.close',
    target: `upstream:${name}`,
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

/** What is given up. */
function auditable(purchase: PurchaseView): AuditValue {
  const { status, upstreamOrderId = null, upstreamStatus = null, quantity, released } = purchase
  const { productId, fault = null } = purchase
  const reference = referenceOf(purchase)
  const theirs = { upstreamOrderId, upstreamStatus }
  return { reference, status, ...theirs, productId, quantity, released, fault }
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
