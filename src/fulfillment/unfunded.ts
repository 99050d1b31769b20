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
import { deleteDry, dryAccounts, lockCalm, lockDry, noteDry, noteIssued } from './dry-rows.ts'
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
 * Accounts that ran dry, in the transaction that sets their batches back; its last locks: all marks
 * by product and account, then the accounts, then their alerts.
 */
export function noteUnfunded(
  tx: Writer,
  tried: readonly Answered[],
  { suppliers, at }: { suppliers: Suppliers; at: number },
): void {
  const byProduct = new Map<string, Dry>()
  for (const { batch, outcome } of tried) {
    if (outcome.outcome !== 'unfunded') continue
    const { productId } = batch.request
    const account = accountOf(suppliers, batch)
    const dry = { ...account, productId, reason: outcome.reason }
    byProduct.set(`${subjectOf(account)} ${productId}`, dry)
  }
  const all = [...byProduct.values()].toSorted(byMark)
  for (const one of all) tx.write(markUnfunded(one, { reason: one.reason, at }))
  const accounts = [...new Map(all.map((one) => [subjectOf(one), one])).values()].toSorted(
    bySubject,
  )
  for (const account of accounts) tx.write(noteDry(account))
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

type Dry = ProductAccount & { readonly reason: string }

function byMark(one: Dry, other: Dry): number {
  return one.productId - other.productId || bySubject(one, other)
}

function bySubject(one: Dry, other: Dry): number {
  return subjectOf(one) < subjectOf(other) ? -1 : 1
}

/**
 * The account is dry no more, unless an order waits for it, or is about to, or it was heard to be
 * dry again: its marks go, and its alert is resolved.
 */
export async function clearDry(
  { db, clock }: { db: Database; clock: Clock },
  account: SupplierAccount,
): Promise<void> {
  await transact(db, async (tx) => {
    const marked = await tx.rows(lockUnfunded(account))
    const calm = await tx.rows(lockCalm(account))
    const waited = await tx.rows(waitedProducts(marked.map((row) => row.product_id)))
    if (calm.length === 0 || waited.length > 0) return
    tx.write(clearUnfunded(account))
    endDry(tx, account, clock.now())
  })
}

function endDry(tx: Writer, account: SupplierAccount, at: number): void {
  tx.write(deleteDry(account))
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
    await tx.rows(lockDry(account))
    const left = await tx.rows(unfundedProducts(account))
    if (left.length === 0) endDry(tx, account, clock.now())
  })
}

/**
 * Accounts known to be dry, so that a delivery costs no look at the database to know it, and those
 * of them that issue after all.
 */
export class DryAccounts {
  #known = new Set<string>()
  #issued = new Map<string, SupplierAccount>()

  clear(): void {
    this.#known.clear()
    this.#issued.clear()
  }

  /** What was issued for these is stored. */
  note(suppliers: Suppliers, issued: readonly LeasedBatch[]): void {
    if (this.#known.size === 0) return
    for (const batch of issued) {
      const account = accountOf(suppliers, batch)
      const subject = subjectOf(account)
      if (this.#known.has(subject)) this.#issued.set(subject, account)
    }
  }

  /** Tells the database who has issued; where that is lost, the next round finds out. */
  async refresh(db: Database): Promise<void> {
    const issued = [...this.#issued.values()]
    this.#issued.clear()
    for (const account of issued) await db.rows(noteIssued(account))
    const known = await db.rows(dryAccounts())
    this.#known = new Set(known.map(subjectOf))
  }
}
