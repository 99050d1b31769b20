import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { inSteps, maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import { deleteImport, deleteReports, lockOldImport } from './import-rows.ts'

export interface OldImportsOptions {
  readonly db: Database
  readonly clock: Clock
  /** Days after the last progress of an import. */
  readonly importDays: number
}

/** Few at a time, so that a stopping service does not wait for long. */
const STEPS = { rowsMax: 1, stepsMax: 100 }

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
  await inSteps(STEPS, () => transact(db, (tx) => forgetOne(tx, before)))
}

/** Returns how many there were. */
async function forgetOne(tx: Tx, before: number): Promise<number> {
  const found = await maybeRow(tx, lockOldImport(before))
  if (!found) return 0
  const key = { productId: found.product_id, importId: found.import_id }
  tx.write(deleteReports(key))
  tx.write(deleteImport(key))
  return 1
}
