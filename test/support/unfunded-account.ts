import { listAlerts } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { UnfundedAccounts, type ProbeContext } from '../../src/fulfillment/unfunded.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, deliverOver } from './by-hand.ts'
import type { FulfillmentFixture } from './fulfillment-fixture.ts'

/** Helpers of tests that run the probes of our account at the sandbox step by step. */

export const SANDBOX = { supplier: 'sandbox', account: '' }
const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const

/** The unfunded accounts as a worker has them, with another context if a test needs one. */
export function unfundedAccounts(
  fixture: FulfillmentFixture,
  context: Partial<ProbeContext> = {},
): UnfundedAccounts {
  const onFault = (error: unknown): void => void fixture.faults.push(error)
  return new UnfundedAccounts({ ...fixture, onFault, ...context })
}

/**
 * Delivers these outcomes for the batches that are due; a batch without an outcome gets `unfunded`.
 * Returns the orders of the batches.
 */
export async function deliverDue(
  fixture: FulfillmentFixture,
  ...outcomes: IssueOutcome[]
): Promise<number[]> {
  const batches = await claimAll(fixture)
  for (const [at, batch] of batches.entries()) {
    await deliverOver(fixture.db, fixture, { batch, outcome: outcomes[at] ?? UNFUNDED })
  }
  return batches.map((batch) => batch.request.orderNo)
}

/** Delivers one batch, and tells `accounts` that the account has issued it. */
export async function deliverIssued(
  fixture: FulfillmentFixture,
  accounts: UnfundedAccounts,
  outcome: IssueOutcome,
): Promise<void> {
  const [batch] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch, outcome })
  accounts.recordIssued(batch ? [batch] : [])
}

/** Places orders that wait for the account of the sandbox. */
export async function placeHeld(fixture: FulfillmentFixture, count: number): Promise<Order[]> {
  const orders: Order[] = []
  for (let at = 0; at < count; at += 1) {
    orders.push(await fixture.place())
    await deliverDue(fixture)
  }
  return orders
}

/** Runs the next probe, as if the time until then had passed. */
export async function runProbe(
  fixture: FulfillmentFixture,
  accounts: UnfundedAccounts,
): Promise<void> {
  await passTime(fixture, '30 seconds')
  await accounts.sweep()
}

/** Makes the refusals and probes older by an interval, as if this time had passed. */
export async function passTime({ db }: FulfillmentFixture, time: string): Promise<void> {
  await db.rows(sql`
    update unfunded_accounts
    set refused_at = refused_at - ${time}::interval, probed_at = probed_at - ${time}::interval`)
}

export async function isAlertOpen({ db }: FulfillmentFixture): Promise<boolean> {
  const { rows } = await listAlerts(db, { page: 1, pageSize: 10 })
  return rows.some(({ kind, resolvedAt }) => kind === 'supplier_unfunded' && !resolvedAt)
}
