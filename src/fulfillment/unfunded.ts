import { raiseAlert, resolveAlert } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database, type Writer } from '../db/mod.ts'
import type { Orders } from '../orders/mod.ts'
import {
  accountName,
  accountOf,
  FAULT_LENGTH_MAX,
  subjectOf,
  type ProductAccount,
  type SupplierAccount,
  type Suppliers,
} from './account.ts'
import type { BatchOutcome, LeasedBatch } from './batch.ts'
import {
  beginDueProbes,
  clearMarksOfAccount,
  deleteUnfundedAccount,
  heldOrders,
  lockMarks,
  lockUnrefused,
  markedProducts,
  markUnfunded,
  selectUnfundedAccounts,
  unmarkedProducts,
  upsertUnfundedAccount,
  type HeldOrder,
} from './unfunded-rows.ts'

/**
 * Records unfunded accounts in the transaction that writes the retry decisions of their batches.
 * Takes the last locks of that transaction: all marks by product and account, then the accounts,
 * then their alerts.
 */
export function recordUnfunded(
  tx: Writer,
  tried: readonly BatchOutcome[],
  { suppliers, at }: { suppliers: Suppliers; at: number },
): void {
  const byProduct = new Map<string, UnfundedProduct>()
  const expected = new Set<string>()
  for (const { batch, outcome } of tried) {
    if (outcome.outcome !== 'unfunded') continue
    const { productId } = batch.request
    const account = accountOf(suppliers, batch)
    const unfunded = { ...account, productId, reason: outcome.reason }
    byProduct.set(`${subjectOf(account)} ${productId}`, unfunded)
    if (outcome.isExpected === true) expected.add(subjectOf(account))
  }
  const all = [...byProduct.values()].toSorted(byMark)
  for (const one of all) tx.write(markUnfunded(one, { reason: one.reason, at }))
  const bySubject = new Map(all.map((one) => [subjectOf(one), one]))
  const accounts = [...bySubject.values()].toSorted(inSubjectOrder)
  for (const account of accounts) tx.write(upsertUnfundedAccount(account))
  for (const { productId, reason, supplier, account } of accounts) {
    const subject = subjectOf({ supplier, account })
    if (expected.has(subject)) continue
    const name = accountName({ supplier, account })
    raiseAlert(tx, {
      kind: 'supplier_unfunded',
      subject,
      severity: 'critical',
      message: `our account at ${name} has no funds: ${reason}`.slice(0, FAULT_LENGTH_MAX),
      details: { supplier, account, name, productId, fault: reason },
      at,
    })
  }
}

type UnfundedProduct = ProductAccount & { readonly reason: string }

function byMark(one: UnfundedProduct, other: UnfundedProduct): number {
  return one.productId - other.productId || inSubjectOrder(one, other)
}

function inSubjectOrder(one: SupplierAccount, other: SupplierAccount): number {
  return subjectOf(one) < subjectOf(other) ? -1 : 1
}

export interface ProbeContext {
  readonly db: Database
  readonly orders: Orders
  readonly suppliers: Suppliers
  readonly clock: Clock
  onFault(error: unknown): void
}

/** The number of waiting orders that are read at a time. */
const HELD_ORDERS_MAX = 100

/**
 * Probes unfunded accounts by resuming one order that waits for the account: every half minute at
 * first, and less often the longer the account has had no funds. The first probe takes the oldest
 * order, and each later one the next, so that an expensive order does not block cheaper ones. Once
 * the account issues and refuses nothing, its marks are cleared, and all orders that wait for
 * products without a mark are resumed.
 *
 * The accounts and the last probed orders are cached, so that a delivery reads neither.
 */
export class UnfundedAccounts {
  readonly #context: ProbeContext
  #unfunded = new Set<string>()
  readonly #issued = new Map<string, SupplierAccount>()
  readonly #probed = new Map<string, HeldOrder>()

  constructor(context: ProbeContext) {
    this.#context = context
  }

  /** Records which accounts have issued batches, until the next sweep. */
  recordIssued(batches: readonly LeasedBatch[]): void {
    if (this.#unfunded.size === 0) return
    for (const batch of batches) {
      const account = accountOf(this.#context.suppliers, batch)
      const subject = subjectOf(account)
      if (this.#unfunded.has(subject)) this.#issued.set(subject, account)
    }
  }

  /** Clears accounts that have issued, runs the probes that are due, and resumes orders. */
  async sweep(): Promise<void> {
    const { db, onFault } = this.#context
    const issued = [...this.#issued.values()]
    this.#issued.clear()
    for (const account of issued) await this.#clear(account).catch(onFault)
    for (const { is_silent: isSilent, ...account } of await db.rows(beginDueProbes())) {
      await this.#probe(account, isSilent).catch(onFault)
    }
    this.#unfunded = new Set((await db.rows(selectUnfundedAccounts())).map(subjectOf))
    await this.#resumeUnmarked()
  }

  /** Changes nothing if the account has refused a batch since its last probe began. */
  async #clear(account: SupplierAccount): Promise<void> {
    const { db, clock } = this.#context
    await transact(db, async (tx) => {
      await tx.rows(lockMarks(account))
      const unrefused = await tx.rows(lockUnrefused(account))
      if (unrefused.length === 0) return
      tx.write(clearMarksOfAccount(account))
      tx.write(deleteUnfundedAccount(account))
      const subject = subjectOf(account)
      resolveAlert(tx, { kind: 'supplier_unfunded', subject, at: clock.now() })
    })
  }

  async #probe(account: SupplierAccount, isSilent: boolean): Promise<void> {
    const { db } = this.#context
    const products = (await db.rows(markedProducts(account))).map((row) => row.product_id)
    if (products.length === 0 || isSilent) {
      await this.#clear(account)
      return
    }
    const subject = subjectOf(account)
    const max = HELD_ORDERS_MAX
    const orders = await db.rows(heldOrders(products, { max, after: this.#probed.get(subject) }))
    if (orders.length === 0) orders.push(...(await db.rows(heldOrders(products, { max }))))
    for (const order of orders) {
      this.#probed.set(subject, order)
      if (await this.#resume(order)) return
    }
  }

  /** Stops as soon as a resumed order marks its product again. */
  async #resumeUnmarked(): Promise<void> {
    const { db } = this.#context
    let after: HeldOrder | undefined
    do {
      const products = (await db.rows(unmarkedProducts())).map((row) => row.product_id)
      if (products.length === 0) return
      const orders = await db.rows(heldOrders(products, { max: HELD_ORDERS_MAX, after }))
      await Promise.all(orders.map((order) => this.#resume(order)))
      after = orders.at(-1)
    } while (after)
  }

  /** Returns true if the order has its money again. An error stops no other order. */
  async #resume({ partner_id: partnerId, order_no: orderNo }: HeldOrder): Promise<boolean> {
    const { orders, onFault } = this.#context
    return orders.resume(partnerId, Number(orderNo)).catch((error: unknown) => {
      onFault(error)
      return false
    })
  }
}
