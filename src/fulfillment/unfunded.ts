import { raiseAlert, resolveAlert } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database, type Writer } from '../db/mod.ts'
import {
  accountName,
  accountOf,
  FAULT_LENGTH_MAX,
  leadsTo,
  subjectOf,
  type ProductAccount,
  type SupplierAccount,
  type Suppliers,
} from './account.ts'
import type { Answered, LeasedBatch } from './batch.ts'
import {
  deleteUnfundedAccount,
  selectUnfundedAccounts,
  lockCalm,
  lockUnfundedAccount,
  upsertUnfundedAccount,
  noteIssued,
} from './unfunded-account-rows.ts'
import { lockRoutes, readRoutes, type Routes } from './route-rows.ts'
import {
  clearMarks,
  clearUnfunded,
  lockUnfunded,
  markUnfunded,
  unfundedProducts,
  waitedProducts,
} from './unfunded-rows.ts'

/**
 * Records unfunded accounts in the transaction that sets their batches back. Takes its last locks:
 * all marks by product and account, then the accounts, then their alerts.
 */
export function noteUnfunded(
  tx: Writer,
  tried: readonly Answered[],
  { suppliers, at }: { suppliers: Suppliers; at: number },
): void {
  const byProduct = new Map<string, UnfundedProduct>()
  for (const { batch, outcome } of tried) {
    if (outcome.outcome !== 'unfunded') continue
    const { productId } = batch.request
    const account = accountOf(suppliers, batch)
    const unfunded = { ...account, productId, reason: outcome.reason }
    byProduct.set(`${subjectOf(account)} ${productId}`, unfunded)
  }
  const all = [...byProduct.values()].toSorted(byMark)
  for (const one of all) tx.write(markUnfunded(one, { reason: one.reason, at }))
  const accounts = [...new Map(all.map((one) => [subjectOf(one), one])).values()].toSorted(
    bySubject,
  )
  for (const account of accounts) tx.write(upsertUnfundedAccount(account))
  for (const { productId, reason, supplier, account } of accounts) {
    const name = accountName({ supplier, account })
    raiseAlert(tx, {
      kind: 'supplier_unfunded',
      subject: subjectOf({ supplier, account }),
      severity: 'critical',
      message: `our account at ${name} ran dry: ${reason}`.slice(0, FAULT_LENGTH_MAX),
      details: { supplier, account, productId },
      at,
    })
  }
}

type UnfundedProduct = ProductAccount & { readonly reason: string }

function byMark(one: UnfundedProduct, other: UnfundedProduct): number {
  return one.productId - other.productId || bySubject(one, other)
}

function bySubject(one: UnfundedProduct, other: UnfundedProduct): number {
  return subjectOf(one) < subjectOf(other) ? -1 : 1
}

/**
 * Takes the account for funded: deletes its marks and resolves its alert. Changes nothing if an
 * order waits for it, or is about to, or if the account has refused again.
 */
export async function clearUnfundedAccount(
  { db, clock }: { db: Database; clock: Clock },
  account: SupplierAccount,
): Promise<void> {
  await transact(db, async (tx) => {
    const marked = await tx.rows(lockUnfunded(account))
    const calm = await tx.rows(lockCalm(account))
    const waited = await tx.rows(waitedProducts(marked.map((row) => row.product_id)))
    if (calm.length === 0 || waited.length > 0) return
    tx.write(clearUnfunded(account))
    endUnfundedAccount(tx, account, clock.now())
  })
}

function endUnfundedAccount(tx: Writer, account: SupplierAccount, at: number): void {
  tx.write(deleteUnfundedAccount(account))
  resolveAlert(tx, { kind: 'supplier_unfunded', subject: subjectOf(account), at })
}

/**
 * Clears the marks of those products whose suppliers no longer lead to the account, unless an order
 * waits for one of its suppliers. With the last mark the alert of the account is resolved: nobody
 * would ask the account any more, so it could never be known to be funded.
 */
export async function clearUnused(
  { db, clock, suppliers }: { db: Database; clock: Clock; suppliers: Suppliers },
  account: SupplierAccount,
  productIds: readonly number[],
): Promise<void> {
  const unusedIn = (routes: Routes, among: readonly number[]): number[] =>
    among.filter((id) => !leadsTo(suppliers, routes.get(id) ?? [], account))
  // Most accounts are in use: no product is locked for those.
  const unused = unusedIn(await readRoutes(db, productIds), productIds)
  if (unused.length === 0) return
  await transact(db, async (tx) => {
    const stillUnused = unusedIn(await lockRoutes(tx, unused), unused)
    await tx.rows(lockUnfunded(account))
    const waited = await tx.rows(waitedProducts(stillUnused))
    const kept = new Set(waited.map((row) => row.product_id))
    tx.write(
      clearMarks(
        account,
        stillUnused.filter((id) => !kept.has(id)),
      ),
    )
    // Whoever marks a product has locked the account by its commit: the next statement sees it.
    await tx.rows(lockUnfundedAccount(account))
    const left = await tx.rows(unfundedProducts(account))
    if (left.length === 0) endUnfundedAccount(tx, account, clock.now())
  })
}

/**
 * The unfunded accounts as this process knows them, so that a delivery need not read them, and
 * those of them that have issued since.
 */
export class UnfundedAccounts {
  #known = new Set<string>()
  #issued = new Map<string, SupplierAccount>()

  clear(): void {
    this.#known.clear()
    this.#issued.clear()
  }

  /** Records the accounts of batches whose codes are stored. */
  note(suppliers: Suppliers, issued: readonly LeasedBatch[]): void {
    if (this.#known.size === 0) return
    for (const batch of issued) {
      const account = accountOf(suppliers, batch)
      const subject = subjectOf(account)
      if (this.#known.has(subject)) this.#issued.set(subject, account)
    }
  }

  /** Writes which accounts have issued. If that is lost, the next probe finds out. */
  async refresh(db: Database): Promise<void> {
    const issued = [...this.#issued.values()]
    this.#issued.clear()
    for (const account of issued) await db.rows(noteIssued(account))
    const known = await db.rows(selectUnfundedAccounts())
    this.#known = new Set(known.map(subjectOf))
  }
}
