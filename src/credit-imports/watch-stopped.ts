import { followAlerts, type AlertText } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { sql, type CreditImportsRow, type Database } from '../db/mod.ts'

type StoppedRow = Pick<CreditImportsRow, 'partner_id' | 'import_id' | 'file_reference' | 'failure'>

/** Raises an alert for each file of credits that is STOPPED: people wait for their money. */
export async function followStopped({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const rows = await db.rows(sql<StoppedRow>`
    select partner_id, import_id, file_reference, failure from credit_imports
    where state = 'STOPPED'`)
  const texts = new Map<string, AlertText>(
    rows.map((row) => [`credit_import:${row.partner_id}:${row.import_id}`, textOf(row)]),
  )
  await followAlerts(db, { kind: 'credits_stopped', at: clock.now(), isCounted: false }, texts)
}

function textOf({ partner_id: partnerId, import_id: importId, ...row }: StoppedRow): AlertText {
  const message = `the file of credits ${row.file_reference} is STOPPED: ${row.failure ?? ''}`
  const { file_reference: reference, failure: fault } = row
  return { severity: 'warning', message, details: { partnerId, importId, reference, fault } }
}
