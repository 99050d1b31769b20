import { Refusal, MS_PER_DAY } from '../core/mod.ts'
import { submitOrderWrite } from './order-writes.ts'
import type { OrdersOptions } from './orders-options.ts'
import {
  LATE_ORDERS_MAX,
  nextTestPartners,
  ordersPastDeadline,
  partnersToRebalance,
  unfinishedOrders,
  type LateOrder,
} from './sweep-rows.ts'

/** Open orders of test partners are cancelled after this time, whatever they wait for. */
const TEST_ORDER_MS_MAX = MS_PER_DAY

/**
 * Returns the sweep: it cancels orders past their deadlines and checks again those that wait for
 * money. Some orders cannot be cancelled yet, so each sweep continues after the orders of the
 * previous sweep. It continues after its test partners, too, so that its cost does not grow with
 * their number.
 */
export function createSweep(options: OrdersOptions): () => Promise<void> {
  const { db } = options
  let lastSeen: LateOrder | undefined
  let lastTestPartner = 0
  return async () => {
    const late = await db.rows(ordersPastDeadline(deadlinesOf(options), lastSeen))
    lastSeen = late.length === LATE_ORDERS_MAX ? late.at(-1) : undefined
    const withOrdersOnHold = await db.rows(partnersToRebalance())
    const testPartners = (await db.rows(nextTestPartners(lastTestPartner))).map(
      (row) => row.partner_id,
    )
    lastTestPartner = testPartners.at(-1) ?? 0
    const before = options.clock.now() - TEST_ORDER_MS_MAX
    const lateTests =
      testPartners.length === 0 ? [] : await db.rows(unfinishedOrders(testPartners, before))
    const cancels = [...late, ...lateTests].map((row) => cancelLate(options, row))
    const rebalances = withOrdersOnHold.map((row) =>
      submitOrderWrite(options, row.partner_id, { type: 'rebalance' }),
    )
    await Promise.all([...cancels, ...rebalances].map((write) => write.catch(ignoreRefusal)))
  }
}

function deadlinesOf({ clock, outOfStockSecondsMax, onHoldSecondsMax }: OrdersOptions) {
  return {
    outOfStockBefore: clock.now() - outOfStockSecondsMax * 1000,
    onHoldBefore: clock.now() - onHoldSecondsMax * 1000,
  }
}

function cancelLate(options: OrdersOptions, row: LateOrder): Promise<unknown> {
  return submitOrderWrite(options, row.partner_id, {
    type: 'cancel',
    orderNo: Number(row.order_no),
    reason: `the deadline of ${row.status} has passed`,
    onlyIf: { status: row.status, sinceMs: row.status_since.getTime() },
  })
}

/** The order has changed, or cannot be cancelled yet: a later sweep tries again. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
