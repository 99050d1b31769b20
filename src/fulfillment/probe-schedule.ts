import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Orders } from '../orders/mod.ts'
import type { Suppliers } from './account.ts'
import { PROBE_SIZE_MAX, saveTried, takeDueProbes, type Probe } from './unfunded-account-rows.ts'
import { clearUnfundedAccount, clearUnused } from './unfunded.ts'
import { heldOrders, unfundedProducts, unmarkedProducts, type HeldOrder } from './unfunded-rows.ts'

/** A small probe reads so many orders: the partners of some may not be able to pay. */
const LOOKED_MIN = 100
/** So many writes of a partner at once: its own keep their place in the queue of its book. */
const RELEASED_MAX = 100

export interface ProbeContext {
  readonly db: Database
  readonly orders: Orders
  readonly suppliers: Suppliers
  readonly clock: Clock
  onFault(error: unknown): void
}

/**
 * Probes each unfunded account that is due: lets orders that wait for it try again, the next ones
 * each time. One order while the account refuses them, more with every probe that went well. One
 * process runs the probe of an account. If no order waits any more, the account may be funded;
 * products that have other suppliers by now lose their mark.
 */
export async function runProbes(context: ProbeContext): Promise<void> {
  for (const probe of await context.db.rows(takeDueProbes())) {
    await runProbe(context, probe).catch((error: unknown) => context.onFault(error))
  }
}

async function runProbe(context: ProbeContext, probe: Probe): Promise<void> {
  const { db } = context
  const marked = await db.rows(unfundedProducts(probe))
  const products = marked.map((row) => row.product_id)
  const count = probe.probe_size
  const after = triedOf(probe)
  let turn = await letGo(context, products, { after, count })
  if (after && turn.found === 0) turn = await letGo(context, products, { count })
  await db.rows(saveTried(probe, turn.last))
  turn.faults.forEach((fault) => context.onFault(fault))
  await clearUnused(context, probe, products)
  if (turn.found === 0 && probe.is_calm) await clearUnfundedAccount(context, probe)
}

function triedOf({
  tried_ordered_at: orderedAt,
  tried_partner_id: partnerId,
  tried_order_no: orderNo,
}: Probe): HeldOrder | undefined {
  if (orderedAt === null || partnerId === null || orderNo === null) return undefined
  return { ordered_at: orderedAt, partner_id: partnerId, order_no: orderNo }
}

/**
 * Resumes orders that wait for an account that is no longer recorded as unfunded, so no probe
 * reaches them. If the account still cannot pay, it is recorded again.
 */
export async function releaseUnmarked(
  context: Omit<ProbeContext, 'clock' | 'suppliers'>,
): Promise<void> {
  const unmarked = await context.db.rows(unmarkedProducts())
  const products = unmarked.map((row) => row.product_id)
  const { faults } = await letGo(context, products, { count: LOOKED_MIN })
  faults.forEach((fault) => context.onFault(fault))
}

/** Resumes all orders that wait for a supplier of a product, after its suppliers were changed. */
export async function releaseHeld(
  context: Pick<ProbeContext, 'db' | 'orders'>,
  productId: number,
): Promise<void> {
  const faults: unknown[] = []
  let after: HeldOrder | undefined
  do {
    const turn = await letGo(context, [productId], { after, count: Infinity })
    faults.push(...turn.faults)
    after = turn.last
  } while (after)
  if (faults.length > 0) throw faults[0]
}

interface Turn {
  /** How many orders there were. */
  readonly found: number
  /** The last one that was let go, behind which there may be others. */
  readonly last: HeldOrder | undefined
  readonly faults: readonly unknown[]
}

/**
 * Lets orders that wait for a supplier of these products go on, oldest first, until so many have
 * their money again; looks at one page of them. One that fails stops no other.
 */
async function letGo(
  { db, orders }: Pick<ProbeContext, 'db' | 'orders'>,
  products: readonly number[],
  { after, count }: { after?: HeldOrder | undefined; count: number },
): Promise<Turn> {
  const max = Math.min(Math.max(count, LOOKED_MIN), PROBE_SIZE_MAX)
  const held = await db.rows(heldOrders(products, max, after))
  const faults: unknown[] = []
  let at = 0
  for (let left = count; left > 0 && at < held.length;) {
    const next = held.slice(at, at + Math.min(left, RELEASED_MAX))
    at += next.length
    const released = await Promise.allSettled(
      next.map((row) => orders.resume(row.partner_id, Number(row.order_no))),
    )
    left -= released.filter((one) => one.status === 'fulfilled' && one.value).length
    faults.push(...released.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
  }
  const isEnd = at === held.length && held.length < max
  return { found: held.length, last: isEnd ? undefined : held[at - 1], faults }
}
