import { Refusal, type OrderName } from '../core/mod.ts'
import { oneRow, transact, type Db, type Tx } from '../db/mod.ts'
import { recordAudit } from '../partners/mod.ts'
import { findOrder } from './read-orders.ts'
import { countShort, retryBatches } from './retry-rows.ts'
import { orderTarget, type Order } from './order.ts'
import { lockBatches } from './order-rows.ts'
import type { PlaceInput } from './order-input.ts'
import type { OrdersOptions } from './orders-options.ts'
import { createSweep } from './sweep.ts'
import { isFinal } from './transitions.ts'

/** Who does something to an order, and why: audited in the transaction that does it. */
export interface OrderAct {
  readonly actor: string
  readonly reason?: string | undefined
}

/** What can be done to orders; each call answers after the commit that made it true. */
export interface Orders {
  /** See `placeOrder` for what it refuses; `replayed` where the key's order was made before. */
  place(
    partnerId: number,
    input: Omit<PlaceInput, 'type'>,
  ): Promise<{ order: Order; replayed: boolean }>
  /**
   * Completes those whose batches are all completed; answers how many that were. Each is a write of
   * its own: one that fails stops no other.
   */
  settle(partnerId: number, orderNos: readonly number[]): Promise<number>
  /** Our account at a supplier cannot pay a batch of these; see `holdOrder`. */
  hold(partnerId: number, orderNos: readonly number[]): Promise<void>
  /**
   * The supplier that this one waits for may be funded again; see `releaseOrder`. Answers whether
   * it has its money again.
   */
  release(partnerId: number, orderNo: number): Promise<boolean>
  /** See `cancelOrder` for what it refuses. */
  cancel(name: OrderName, act: OrderAct & { readonly reason: string }): Promise<Order>
  /**
   * Sends failed batches, and those that wait for stock or for a supplier to be funded, to work at
   * once; answers how many: none where the order waits for the partner's money. Refuses not_found,
   * then order_final.
   */
  retry(name: OrderName, act: OrderAct): Promise<number>
  /** Cancels what has passed its deadline and looks again at orders that wait for money. */
  sweep(): Promise<void>
}

export function createOrders(options: OrdersOptions): Orders {
  const { db, ledger, writes, clock } = options
  return {
    async place(partnerId, input) {
      const { order, replayed } = await ledger.submit(writes, partnerId, {
        type: 'place',
        ...input,
      })
      if (!order) throw new Error('placing an order answers the order')
      return { order, replayed: replayed === true }
    },
    async settle(partnerId, orderNos) {
      const answers = await Promise.all(
        orderNos.map((orderNo) => ledger.submit(writes, partnerId, { type: 'settle', orderNo })),
      )
      return answers.filter(({ completed }) => completed === true).length
    },
    async cancel(name, act) {
      const { partnerId, orderNo } = await existing(db, name)
      const answer = await ledger.submit(writes, partnerId, { type: 'cancel', orderNo, ...act })
      if (!answer.order) throw new Error('cancelling an order answers the order')
      if (answer.completed) throw new Refusal('order_final', 'the order is COMPLETED')
      return answer.order
    },
    async hold(partnerId, orderNos) {
      const inputs = orderNos.map((orderNo) => ({ type: 'hold', orderNo }) as const)
      await Promise.all(inputs.map((input) => ledger.submit(writes, partnerId, input)))
    },
    async release(partnerId, orderNo) {
      const input = { type: 'release', orderNo } as const
      const { released, order } = await ledger.submit(writes, partnerId, input)
      return released === true && order?.status !== 'ON_HOLD'
    },
    async retry(name, act) {
      const { heldForSupplier, partnerId, orderNo } = await existing(db, name)
      if (heldForSupplier) {
        const input = { type: 'release', orderNo, act } as const
        const waiting = await oneRow(db, countShort(partnerId, orderNo))
        const { released, order } = await ledger.submit(writes, partnerId, input)
        // Where the funds do not cover it, it waits for those, and nothing was sent.
        if (released) return order?.status === 'ON_HOLD' ? 0 : waiting.batches
      }
      return transact(db, (tx) => retry(tx, name, { ...act, at: clock.now() }))
    },
    sweep: createSweep(options),
  }
}

/** Whoever cancels an order holds its batches: what is read under their locks stays true. */
async function retry(
  tx: Tx,
  name: OrderName,
  act: OrderAct & { readonly at: number },
): Promise<number> {
  const { partnerId, orderNo } = name
  await tx.rows(lockBatches(partnerId, [orderNo]))
  const order = await existing(tx, name)
  if (isFinal(order.status)) throw new Refusal('order_final', `the order is ${order.status}`)
  // No money is behind it: what it waits for lets it go on.
  if (order.status === 'ON_HOLD') return 0
  const retried = (await tx.rows(retryBatches(partnerId, orderNo))).length
  if (retried > 0) {
    const target = orderTarget(order)
    recordAudit(tx, { ...act, partnerId, action: 'order.retry', target, after: { retried } })
  }
  return retried
}

async function existing(db: Db, name: OrderName): Promise<Order> {
  const order = await findOrder(db, name)
  if (!order) throw new Refusal('not_found', 'no such order')
  return order
}
