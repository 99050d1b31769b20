import { followAlerts, type AlertText } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { sql, type Database } from '../db/mod.ts'
import { subjectOf } from './poll-float.ts'

interface UnclearRow {
  readonly adapter: string
  readonly name: string
  readonly creates: bigint
  readonly fault: string
}

/**
 * Raises an alert for each account with creates that only a person can settle, and resolves it once
 * none is left: it was closed, or the supplier said what became of it after all.
 */
export async function followUnclear({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const rows = await db.rows(sql<UnclearRow>`
    select a.adapter, a.name, count(*) as creates, min(c.fault) as fault
    from supplier_creates c join supplier_accounts a using (account_id)
    where c.fault is not null and c.status in ('PLACING', 'PLACED')
    group by a.adapter, a.name`)
  const wanted = new Map(rows.map((row) => [subjectOf(row), textOf(row)]))
  const kind = 'supplier_unclear'
  await followAlerts(db, { kind, at: clock.now(), isCounted: false }, wanted)
}

function textOf({ adapter, name, creates, fault }: UnclearRow): AlertText {
  const which = `what became of ${creates} purchases at ${adapter}:${name} is not known`
  return { severity: 'critical', message: `${which}: ${fault}` }
}
