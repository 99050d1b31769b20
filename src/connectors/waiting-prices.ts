import { followAlerts, type AlertText } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { sql, type Database } from '../db/mod.ts'
import { accountText, readAccounts } from './account-rows.ts'
import { subjectOf } from './poll-float.ts'

interface WaitingRow {
  readonly account_id: number
  readonly changes: bigint
  readonly dearer: bigint
  readonly brand: string
}

/**
 * Raises an alert for each account with prices that wait for a person. It is critical if some
 * prices are higher, because nothing is bought at them until somebody decides. Resolves it once
 * none is left.
 */
export async function followWaitingPrices({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const rows = await db.rows(sql<WaitingRow>`
    select l.account_id, count(*) as changes,
           count(*) filter (where coalesce(new_percent, 0) < coalesce(old_percent, 0)) as dearer,
           min(l.brand) as brand
    from supplier_price_changes c cross join lateral (
      select account_id, brand from supplier_listings
      where listing_id = c.listing_id offset 0) as l
    where c.status = 'WAITS'
    group by l.account_id`)
  const accounts = rows.length === 0 ? [] : await readAccounts(db)
  const alerts = new Map(
    rows.flatMap((row) => {
      const account = accounts.find(({ accountId }) => accountId === row.account_id)
      return account ? [[subjectOf(account), textOf(accountText(account), row)] as const] : []
    }),
  )
  const kind = 'supplier_price_waits'
  await followAlerts(db, { kind, at: clock.now(), isCounted: false }, alerts)
}

function textOf(account: string, { changes, dearer, brand }: WaitingRow): AlertText {
  const what = changes === 1n ? `A price of ${brand}` : `${changes} prices`
  const wait = `${what} at ${account} ${changes === 1n ? 'waits' : 'wait'} for you to accept`
  const details = { supplier: account, changes: Number(changes), dearer: Number(dearer), brand }
  if (dearer === 0n) return { severity: 'warning', message: wait, details }
  const which = changes === 1n ? 'it is dearer' : `${dearer} of them are dearer`
  const message = `${wait}: ${which}, so nothing is bought there`
  return { severity: 'critical', message, details }
}
