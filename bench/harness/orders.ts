import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrdersPlan } from '../processes/requests.ts'
import type { Bench } from './figure.ts'
import type { Sample } from './interleave.ts'
import { perOperation, whole, type CpuClocks } from './load.ts'
import type { BenchPartner } from './operator.ts'
import type { BenchService } from './service.ts'

const POLL_MS = 10
const STALLED_MS = 60_000
const CONNECTIONS = 64

export interface OrderSize {
  readonly productId: number
  readonly quantity: number
}

/** Places an order of one line, with units of 1.00. Returns its id. */
export async function placeOrder(
  { operator }: BenchService,
  { signer }: BenchPartner,
  { productId, quantity }: OrderSize,
): Promise<string> {
  const items = [{ productId, amount: 1, quantity }]
  const body = { clientReference: randomUUID(), currency: 'USD', items }
  const { id } = await operator.partnerPost(signer, '/v2/orders', body)
  return String(id)
}

interface OrderCounts {
  readonly orders: number
  readonly completed: number
  readonly batches: number
}

/**
 * Waits until every order of the partner is visibly COMPLETED. Returns their number. Throws if
 * nothing moves any more.
 */
export async function untilCompleted(service: BenchService, partnerId: number): Promise<number> {
  await untilNoneIsOpen(service, partnerId)
  return requireCompleted(service, partnerId)
}

/** Waits until no order of the partner has work left. */
export async function untilNoneIsOpen(service: BenchService, partnerId: number): Promise<void> {
  let seen = ''
  let movedAt = performance.now()
  while (await hasOpenOrders(service, partnerId)) {
    await pause(POLL_MS)
    if (performance.now() - movedAt < STALLED_MS) continue
    const now = JSON.stringify(await countOrders(service, partnerId))
    if (now === seen) throw new Error(`orders do not move: ${now}`)
    seen = now
    movedAt = performance.now()
  }
}

/** Returns the number of orders of the partner. Throws unless all are COMPLETED. */
export async function requireCompleted(service: BenchService, partnerId: number): Promise<number> {
  const { orders, completed } = await countOrders(service, partnerId)
  if (orders !== completed) throw new Error(`${completed} of ${orders} orders are COMPLETED`)
  return orders
}

/** Reads the index of open orders, so frequent polls cost next to nothing. */
async function hasOpenOrders({ db }: BenchService, partnerId: number): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>({
    name: 'has-open-orders',
    text: `select exists (
             select from orders
             where partner_id = $1
               and status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK')) as open`,
    values: [partnerId],
  })
  return rows[0]?.open === true
}

async function countOrders({ db }: BenchService, partnerId: number): Promise<OrderCounts> {
  const { rows } = await db.query<OrderCounts>(
    `select count(*)::integer as orders,
            (count(*) filter (where status = 'COMPLETED'))::integer as completed,
            (select count(*) from fulfillments
             where partner_id = $1 and status = 'COMPLETED')::integer as batches
     from orders where partner_id = $1`,
    [partnerId],
  )
  const [counts] = rows
  if (!counts) throw new Error('a count answers one row')
  return counts
}

/** Returns orders per second, from the first POST until all are seen to be COMPLETED. */
export async function completedRate(
  { service, load }: Bench,
  partnerId: number,
  { plan, clocks }: { readonly plan: OrdersPlan; readonly clocks: CpuClocks },
): Promise<Sample> {
  const order = { url: service.url, plan, connections: CONNECTIONS }
  const fire = await load.prepare(order, clocks)
  const before = clocks()
  const { beganAt, cpu } = whole(await fire(), order)
  await untilCompleted(service, partnerId)
  const seconds = (Date.now() - beganAt) / 1_000
  const { load: sending = Number.NaN } = cpu
  return {
    value: plan.count / seconds,
    cpu: { ...perOperation(before, clocks(), plan.count), load: sending },
  }
}
