import { listAlerts } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { runProbes, type ProbeContext } from '../../src/fulfillment/probe-schedule.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, deliverOver } from './by-hand.ts'
import type { Works } from './works.ts'

/** Steps an unfunded account of ours through its probes. */

export const SANDBOX = { supplier: 'sandbox', account: '' }
const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const

/** What has been let go on is asked for, and its supplier says this; answers the orders. */
export async function turn(works: Works, ...outcomes: IssueOutcome[]): Promise<number[]> {
  const batches = await claimAll(works)
  for (const [at, batch] of batches.entries()) {
    await deliverOver(works.db, works, { batch, outcome: outcomes[at] ?? UNFUNDED })
  }
  return batches.map((batch) => batch.request.orderNo)
}

/** Orders that wait for the account of the sandbox. */
export async function heldOrders(works: Works, count: number): Promise<Order[]> {
  const orders: Order[] = []
  for (let at = 0; at < count; at += 1) {
    orders.push(await works.place())
    await turn(works)
  }
  return orders
}

export async function round(works: Works, context = inProbes(works)): Promise<void> {
  await works.db.rows(sql`update unfunded_accounts set next_probe_at = now()`)
  await runProbes(context)
}

export function inProbes(works: Works): ProbeContext {
  return { ...works, onFault: (error) => works.faults.push(error) }
}

/** As if so much time had passed since anything was heard of the account. */
export async function pass(works: Works, time: string): Promise<void> {
  await works.db.rows(sql`
    update unfunded_accounts
    set refused_at = refused_at - ${time}::interval, funded_at = funded_at - ${time}::interval,
        probe_began_at = probe_began_at - ${time}::interval`)
}

export async function isAlertOpen({ db }: Works): Promise<boolean> {
  const { rows } = await listAlerts(db, { page: 1, pageSize: 10 })
  return rows.some(({ kind, resolvedAt }) => kind === 'supplier_unfunded' && !resolvedAt)
}
