import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import { deleteImport, deleteReports, lockOldImport } from './import-rows.ts'

export interface OldImportsOptions {
  readonly db: Database
  readonly clock: Clock
  /** Days after the last progress of an import. */
  readonly importDays: number
}

/** Removed at a time, so that a service that stops does not wait for long. */
const REMOVED_MAX = 100

/**
 * Removes the rows and reports of imports without progress for `importDays`, in any state, each
 * in one transaction. Their codes, lots and audit entries stay. Any number of processes may do so.
 */
export async function forgetOldImports({
  db,
  clock,
  importDays,
}: OldImportsOptions): Promise<void> {
  const before = clock.now() - importDays * MS_PER_DAY
  for (let removed = 0; removed < REMOVED_MAX; removed += 1) {
    if (!(await transact(db, (tx) => forgetOne(tx, before)))) return
  }
}

/** Returns whether there was one. */
async function forgetOne(tx: Tx, before: number): Promise<boolean> {
  const found = await maybeRow(tx, lockOldImport(before))
  if (!found) return false
  const key = { productId: found.product_id, importId: found.import_id }
  tx.write(deleteReports(key))
  tx.write(deleteImport(key))
  return true
}
