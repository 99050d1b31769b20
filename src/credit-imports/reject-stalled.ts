import { MS_PER_MINUTE } from '../core/mod.ts'
import { removeOld, type OldRows, type Tx } from '../db/mod.ts'
import type { CreditContext, CreditImportKey } from './credit-import.ts'
import { forgetRows, setCutOff } from './credit-import-rows.ts'
import { lockStalled } from './old-credit-import-rows.ts'

/**
 * After this time without progress, the process of a check has died, or the sender of its file is
 * gone.
 */
const CHECK_STALLED_MS = 2 * MS_PER_MINUTE

/** Rejects an import whose file was cut off. */
export function rejectCutOff(tx: Tx, key: CreditImportKey, now: number): Promise<void> {
  tx.write(setCutOff(key, now))
  tx.write(forgetRows(key))
  return Promise.resolve()
}

const STALLED_CHECKS: OldRows<Pick<CreditContext, 'clock'>> = {
  rowsMax: 1,
  stepsMax: 100,
  async remove(tx, { before }, { clock }) {
    const key = await lockStalled(tx, before)
    if (!key) return 0
    await rejectCutOff(tx, key, clock.now())
    return 1
  },
}

/** Rejects the imports whose check was cut off by the end of its process. */
export function rejectStalledChecks(options: Pick<CreditContext, 'db' | 'clock'>): Promise<void> {
  return removeOld(options, STALLED_CHECKS, CHECK_STALLED_MS)
}
