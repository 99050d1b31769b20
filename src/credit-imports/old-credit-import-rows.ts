import { dateAt } from '../core/mod.ts'
import {
  maybeRow,
  sql,
  type CreditImportsRow,
  type OldRows,
  type Statement,
  type Tx,
} from '../db/mod.ts'
import type { CreditImportKey } from './credit-import.ts'

type FoundImport = Pick<CreditImportsRow, 'partner_id' | 'import_id'>

/** Locks the import whose check has stood still for longest, if since before an instant. */
export function lockStalled(tx: Tx, before: number): Promise<CreditImportKey | undefined> {
  return lockOldest(tx, sql`progress_at < ${dateAt(before)} and state = 'CHECKING'`)
}

/**
 * Finds the import with the oldest progress that meets a condition. Locks and returns it if it
 * still meets the condition and nobody else holds it. Citus locks rows of one named partner only.
 */
async function lockOldest(
  tx: Tx,
  condition: Statement<never>,
): Promise<CreditImportKey | undefined> {
  const oldest = await maybeRow(
    tx,
    sql<FoundImport>`
      select partner_id, import_id from credit_imports
      where ${condition} order by progress_at limit 1`,
  )
  if (!oldest) return undefined
  const locked = await maybeRow(
    tx,
    sql<FoundImport>`
      select partner_id, import_id from credit_imports
      where partner_id = ${oldest.partner_id} and import_id = ${oldest.import_id}::uuid
        and ${condition}
      for update skip locked`,
  )
  return locked && { partnerId: locked.partner_id, importId: locked.import_id }
}

/** Files without progress that do not run, with their rows and reports. */
export const OLD_CREDIT_IMPORTS: OldRows = {
  rowsMax: 1,
  stepsMax: 100,
  async remove(tx, { before }) {
    const key = await lockOldest(tx, sql`progress_at < ${dateAt(before)} and state <> 'RUNNING'`)
    if (!key) return 0
    for (const statement of deleteCreditImport(key)) tx.write(statement)
    return 1
  },
}

const TABLES = ['credit_import_outcomes', 'credit_import_parts', 'credit_imports'] as const

/** Returns the statements that remove an import with its rows and its report. */
function deleteCreditImport({ partnerId, importId }: CreditImportKey): Statement<never>[] {
  return TABLES.map(
    (name) => sql`
      delete from ${sql.raw(name)}
      where partner_id = ${partnerId} and import_id = ${importId}::uuid`,
  )
}
