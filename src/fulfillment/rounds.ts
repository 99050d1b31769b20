import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Orders } from '../orders/mod.ts'
import type { Suppliers } from './account.ts'
import { ROUND_SIZE_MAX, saveTried, takeRounds, type Round } from './dry-rows.ts'
import { clearDry, clearUnused } from './unfunded.ts'
import { heldOrders, unfundedProducts, unmarkedProducts, type HeldOrder } from './unfunded-rows.ts'

/** A round of few looks at so many orders, of which their partners may not be able to pay some. */
const LOOKED_MIN = 100
/** So many writes of a partner at once: its own keep their place in the queue of its book. */
const RELEASED_MAX = 100

export interface RoundContext {
  readonly db: Database
  readonly orders: Orders
  readonly suppliers: Suppliers
  readonly clock: Clock
  onFault(error: unknown): void
}

/**
 * Lets orders that wait for an account that ran dry try again, some at a time, each time the next
 * ones: one while it refuses them, and more with every round that went well. One process holds the
 * round of an account. Where nobody waits any more the account may be dry no longer, and products
 * that have other suppliers by now are not marked any more.
 */
export async function holdRounds(context: RoundContext): Promise<void> {
  for (const round of await context.db.rows(takeRounds())) {
    await holdRound(context, round).catch((error: unknown) => context.onFault(error))
  }
}

async function holdRound(context: RoundContext, round: Round): Promise<void> {
  const { db } = context
  const marked = await db.rows(unfundedProducts(round))
  const products = marked.map((row) => row.product_id)
  const count = round.round_size
  const after = triedOf(round)
  let turn = await letGo(context, products, { after, count })
  if (after && turn.found === 0) turn = await letGo(context, products, { count })
  await db.rows(saveTried(round, turn.last))
  turn.faults.forEach((fault) => context.onFault(fault))
  await clearUnused(context, round, products)
  if (turn.found === 0 && round.is_calm) await clearDry(context, round)
}

function triedOf({
  tried_ordered_at: orderedAt,
  tried_partner_id: partnerId,
  tried_order_no: orderNo,
}: Round): HeldOrder | undefined {
  if (orderedAt === null || partnerId === null || orderNo === null) return undefined
  return { ordered_at: orderedAt, partner_id: partnerId, order_no: orderNo }
}

/**
 * Lets orders go on that wait for an account which nobody knows to be dry any more: they fell short
 * by what it said some time ago, and no round looks at them. Who is still dry says so once more.
 */
export async function releaseUnmarked(
  context: Omit<RoundContext, 'clock' | 'suppliers'>,
): Promise<void> {
  const unmarked = await context.db.rows(unmarkedProducts())
  const products = unmarked.map((row) => row.product_id)
  const { faults } = await letGo(context, products, { count: LOOKED_MIN })
  faults.forEach((fault) => context.onFault(fault))
}

/** The product has other suppliers by now: all orders that wait for one it had ask those. */
export async function releaseHeld(
  context: Pick<RoundContext, 'db' | 'orders'>,
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
  { db, orders }: Pick<RoundContext, 'db' | 'orders'>,
  products: readonly number[],
  { after, count }: { after?: HeldOrder | undefined; count: number },
): Promise<Turn> {
  const max = Math.min(Math.max(count, LOOKED_MIN), ROUND_SIZE_MAX)
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
