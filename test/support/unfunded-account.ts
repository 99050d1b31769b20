import { listAlerts } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { UnfundedAccounts, type ProbeContext } from '../../src/fulfillment/unfunded.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, deliverOver } from './by-hand.ts'
import type { Works } from './works.ts'

/** Steps an unfunded account of ours through its probes. */

export const SANDBOX = { supplier: 'sandbox', account: '' }
const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const

/** The unfunded accounts as a worker has them, with another context if a test needs one. */
export function unfundedAccounts(
  works: Works,
  context: Partial<ProbeContext> = {},
): UnfundedAccounts {
  const onFault = (error: unknown): void => void works.faults.push(error)
  return new UnfundedAccounts({ ...works, onFault, ...context })
}

/**
 * Delivers these outcomes for the batches that are due, `unfunded` where none is given. Returns the
 * orders of the batches.
 */
export async function deliverDue(works: Works, ...outcomes: IssueOutcome[]): Promise<number[]> {
  const batches = await claimAll(works)
  for (const [at, batch] of batches.entries()) {
    await deliverOver(works.db, works, { batch, outcome: outcomes[at] ?? UNFUNDED })
  }
  return batches.map((batch) => batch.request.orderNo)
}

/** As `deliverDue`, for one batch; `accounts` learns that the account has issued it. */
export async function deliverIssued(
  works: Works,
  accounts: UnfundedAccounts,
  outcome: IssueOutcome,
): Promise<void> {
  const [batch] = await claimAll(works)
  await deliverOver(works.db, works, { batch, outcome })
  accounts.recordIssued(batch ? [batch] : [])
}

/** Places orders that wait for the account of the sandbox. */
export async function placeHeld(works: Works, count: number): Promise<Order[]> {
  const orders: Order[] = []
  for (let at = 0; at < count; at += 1) {
    orders.push(await works.place())
    await deliverDue(works)
  }
  return orders
}

/** Runs the next probe, as if the time until then had passed. */
export async function runProbe(works: Works, accounts: UnfundedAccounts): Promise<void> {
  await passTime(works, '30 seconds')
  await accounts.sweep()
}

export async function passTime({ db }: Works, time: string): Promise<void> {
  await db.rows(sql`
    update unfunded_accounts
    set refused_at = refused_at - ${time}::interval, probed_at = probed_at - ${time}::interval`)
}

export async function isAlertOpen({ db }: Works): Promise<boolean> {
  const { rows } = await listAlerts(db, { page: 1, pageSize: 10 })
  return rows.some(({ kind, resolvedAt }) => kind === 'supplier_unfunded' && !resolvedAt)
}
