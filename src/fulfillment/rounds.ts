import { groupBy, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Orders } from '../orders/mod.ts'
import { ROUND_SIZE_MAX, saveTried, takeRounds, type Round } from './dry-rows.ts'
import { clearDry } from './unfunded.ts'
import { heldOrders, unfundedProducts, type HeldOrder } from './unfunded-rows.ts'

/** A round of few looks at so many orders, of which their partners may not be able to pay some. */
const LOOKED_MIN = 100

export interface RoundContext {
  readonly db: Database
  readonly orders: Orders
  readonly clock: Clock
}

/**
 * Lets orders that wait for an account that ran dry try again, some at a time: one while it refuses
 * them, each another one, and more with every round that went well, from the oldest on. One process
 * holds the round of an account. Where nobody waits any more the account may be dry no longer.
 */
export async function holdRounds(context: RoundContext): Promise<void> {
  for (const round of await context.db.rows(takeRounds())) await holdRound(context, round)
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

/** The product has other suppliers by now: all orders that wait for one it had ask those. */
export async function releaseHeld(
  context: Pick<RoundContext, 'db' | 'orders'>,
  productId: number,
): Promise<void> {
  let after: HeldOrder | undefined
  do {
    const { last } = await letGo(context, [productId], { after, count: Infinity })
    after = last
  } while (after)
}

/**
 * Lets orders that wait for a supplier of these products go on, oldest first, until so many have
 * their money again; looks at one page of them. Answers how many there were, and the last one that
 * was let go, behind which there may be others.
 */
async function letGo(
  { db, orders }: Pick<RoundContext, 'db' | 'orders'>,
  products: readonly number[],
  { after, count }: { after?: HeldOrder | undefined; count: number },
): Promise<{ found: number; last: HeldOrder | undefined }> {
  const max = Math.min(Math.max(count, LOOKED_MIN), ROUND_SIZE_MAX)
  const held = await db.rows(heldOrders(products, max, after))
  let at = 0
  for (let left = count; left > 0 && at < held.length;) {
    const next = held.slice(at, at + left)
    at += next.length
    for (const [partnerId, own] of groupBy(next, (row) => row.partner_id)) {
      const orderNos = own.map((row) => Number(row.order_no))
      left -= await orders.release(partnerId, orderNos)
    }
  }
  const isEnd = at === held.length && held.length < max
  return { found: held.length, last: isEnd ? undefined : held[at - 1] }
}
