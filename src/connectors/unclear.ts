import { followAlerts, type AlertText } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { sql, type Database } from '../db/mod.ts'
import { type AccountName, accountText, readAccounts } from './account-rows.ts'
import { subjectOf } from './poll-float.ts'

interface UnclearRow {
  readonly account_id: number
  readonly creates: bigint
  readonly fault: string
}

/**
 * Raises an alert for each account with creates that only a person can settle: their outcome is
 * unknown, or the supplier took them back. Resolves it once none is left: they were closed, or the
 * supplier gave a definite response after all.
 */
export async function followUnclear({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const rows = await db.rows(sql<UnclearRow>`
    select account_id, count(*) as creates, min(fault) as fault
    from supplier_creates where fault is not null
    group by account_id`)
  const accounts = rows.length === 0 ? [] : await readAccounts(db)
  const alerts = new Map(
    rows.flatMap((row) => {
      const account = accounts.find(({ accountId }) => accountId === row.account_id)
      return account ? [[subjectOf(account), textOf(account, row)] as const] : []
    }),
  )
  const kind = 'supplier_unclear'
  await followAlerts(db, { kind, at: clock.now(), isCounted: false }, alerts)
}

function textOf(account: AccountName, { creates, fault }: UnclearRow): AlertText {
  const wait = creates === 1n ? '1 purchase waits' : `${creates} purchases wait`
  const supplier = accountText(account)
  const message = `${wait} for a person at ${supplier}: ${fault}`
  return { severity: 'critical', message, details: { supplier, purchases: Number(creates), fault } }
}
