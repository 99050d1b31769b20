import { MS_PER_MINUTE } from '../core/mod.ts'
import { inSteps, maybeRow, transact, type Tx } from '../db/mod.ts'
import type { CreditContext, CreditImportKey } from './credit-import.ts'
import { forgetRows, lockStalled, setCutOff } from './credit-import-rows.ts'

/**
 * After so long without progress, the process of a check has died, or the sender of its file is
 * gone.
 */
const CHECK_STALLED_MS = 2 * MS_PER_MINUTE
const STEPS = { rowsMax: 1, stepsMax: 100 }

/** Rejects an import whose file was cut off. */
export function rejectCutOff(tx: Tx, key: CreditImportKey, now: number): Promise<void> {
  tx.write(setCutOff(key, now))
  tx.write(forgetRows(key))
  return Promise.resolve()
}

/** Rejects the imports whose check was cut off by the end of its process. */
export async function rejectStalledChecks({
  db,
  clock,
}: Pick<CreditContext, 'db' | 'clock'>): Promise<void> {
  await inSteps(STEPS, () => transact(db, (tx) => rejectOne(tx, clock.now())))
}

async function rejectOne(tx: Tx, now: number): Promise<number> {
  const found = await maybeRow(tx, lockStalled(now - CHECK_STALLED_MS))
  if (!found) return 0
  await rejectCutOff(tx, { partnerId: found.partner_id, importId: found.import_id }, now)
  return 1
}
