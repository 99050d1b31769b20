import { raiseAlert, resolveAlert } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database, type Writer } from '../db/mod.ts'
import type { Orders } from '../orders/mod.ts'
import { accountOf, subjectOf, type SupplierAccount, type Suppliers } from './account.ts'
import type { Answered } from './batch.ts'
import {
  clearUnfunded,
  heldOrders,
  lockUnfunded,
  markUnfunded,
  takeProbes,
  unfundedAccounts,
  unfundedProducts,
} from './unfunded-rows.ts'

export interface UnfundedContext {
  readonly db: Database
  readonly orders: Orders
  readonly clock: Clock
}

/**
 * Accounts that ran dry, in the transaction that sets their batches back; its last locks: all marks
 * by product, then the alerts.
 */
export function noteUnfunded(
  tx: Writer,
  tried: readonly Answered[],
  { suppliers, at }: { suppliers: Suppliers; at: number },
): void {
  const dry = new Map<string, Dry>()
  for (const { batch, outcome } of tried) {
    if (outcome.outcome !== 'unfunded') continue
    const { productId } = batch.request
    const account = accountOf(suppliers, batch)
    dry.set(`${subjectOf(account)} ${productId}`, { ...account, productId, reason: outcome.reason })
  }
  const all = [...dry.values()].toSorted(bySubject)
  for (const one of all.toSorted(byProduct)) tx.write(markUnfunded(one, at))
  for (const one of all) {
    raiseAlert(tx, {
      kind: 'supplier_unfunded',
      subject: subjectOf(one),
      severity: 'critical',
      message: `our account at ${one.supplier} ran dry: ${one.reason}`.slice(0, MESSAGE_LENGTH_MAX),
      details: { supplier: one.supplier, account: one.account, productId: one.productId },
      at,
    })
  }
}

type Dry = SupplierAccount & { readonly productId: number; readonly reason: string }

function bySubject(one: Dry, other: Dry): number {
  return subjectOf(one) < subjectOf(other) ? -1 : 1
}

function byProduct(one: Dry, other: Dry): number {
  return one.productId - other.productId
}

const MESSAGE_LENGTH_MAX = 500
/** How many orders are let go on at a time. */
const RELEASED_MAX = 1_000

/**
 * An account has money again, or may have: all orders that wait for it go on, oldest first, and its
 * alert is resolved. What an order waits for by then, or will, stays marked.
 */
export async function supplierFunded(
  { db, orders, clock }: UnfundedContext,
  account: SupplierAccount,
): Promise<void> {
  for (const { product_id: productId } of await db.rows(unfundedProducts(account))) {
    const held = await db.rows(heldOrders(productId, RELEASED_MAX))
    for (const [partnerId, orderNos] of byPartner(held)) await orders.release(partnerId, orderNos)
    // The next that goes through lets more go on.
    if (held.length === RELEASED_MAX) return
  }
  await transact(db, async (tx) => {
    const marked = (await tx.rows(lockUnfunded(account))).map((row) => row.product_id)
    const left = await tx.rows(clearUnfunded(account, marked))
    if (left.length === 0) {
      resolveAlert(tx, {
        kind: 'supplier_unfunded',
        subject: subjectOf(account),
        at: clock.now(),
      })
    }
  })
}

/** The product has other suppliers by now: all orders that wait for one it had ask those. */
export async function releaseHeld(
  { db, orders }: Pick<UnfundedContext, 'db' | 'orders'>,
  productId: number,
): Promise<void> {
  let held = await db.rows(heldOrders(productId, RELEASED_MAX))
  for (let last = held.at(-1); last; last = held.at(-1)) {
    for (const [partnerId, orderNos] of byPartner(held)) await orders.release(partnerId, orderNos)
    if (held.length < RELEASED_MAX) return
    held = await db.rows(heldOrders(productId, RELEASED_MAX, last))
  }
}

/** In the order given. */
function byPartner(
  orders: readonly { partner_id: number; order_no: bigint }[],
): Map<number, number[]> {
  const numbers = new Map<number, number[]>()
  for (const { partner_id: partnerId, order_no: orderNo } of orders) {
    const own = numbers.get(partnerId)
    if (own) own.push(Number(orderNo))
    else numbers.set(partnerId, [Number(orderNo)])
  }
  return numbers
}

/**
 * Sees whether accounts that ran dry are funded by now: every half minute the oldest order of each
 * product tries again. One process does; where nobody waits any more there is nothing to find out.
 */
export async function probeUnfunded(context: UnfundedContext): Promise<void> {
  const { db, orders } = context
  for (const { product_id: productId, supplier, account } of await db.rows(takeProbes())) {
    const [oldest] = await db.rows(heldOrders(productId, 1))
    if (oldest) await orders.release(oldest.partner_id, [Number(oldest.order_no)])
    else await supplierFunded(context, { supplier, account })
  }
}

/** Accounts known to be dry, so that a delivery costs no look at the database to know it. */
export class DryAccounts {
  #known = new Set<string>()

  async refresh(db: Database): Promise<void> {
    const rows = await db.rows(unfundedAccounts())
    this.#known = new Set(rows.map((row) => subjectOf(row)))
  }

  /** Those of them that have issued something after all. */
  thatIssued(suppliers: Suppliers, answered: readonly Answered[]): SupplierAccount[] {
    if (this.#known.size === 0) return []
    const found = new Map<string, SupplierAccount>()
    for (const { batch, outcome } of answered) {
      if (outcome.outcome !== 'issued') continue
      const account = accountOf(suppliers, batch)
      if (this.#known.has(subjectOf(account))) found.set(subjectOf(account), account)
    }
    return [...found.values()]
  }
}
