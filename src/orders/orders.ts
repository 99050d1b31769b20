import { currentWrite, recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal, type OrderName, notFound } from '../core/mod.ts'
import { oneRow, transact, type Db, type Tx } from '../db/mod.ts'
import type { Link, LinkAct, SendLinks, SentLinks, WriteLinks } from '../links/mod.ts'
import { findOrder } from './read-orders.ts'
import type { DraftAct } from './locked-drafts.ts'
import { countShort, retryBatches } from './retry-rows.ts'
import { orderTarget, type Order } from './order.ts'
import { lockBatches } from './order-rows.ts'
import type { PlaceInput } from './order-input.ts'
import { submitOrderWrite } from './order-writes.ts'
import type { OrdersOptions } from './orders-options.ts'
import { createSweep } from './sweep.ts'
import { isFinal } from './transitions.ts'

/** Who changes an order, and why; audited in the transaction of the change. */
export interface OrderAct {
  readonly actor: Actor
  readonly reason?: string | undefined
}

/** The changes of orders. Each call returns after its commit. */
export interface Orders {
  /**
   * See `placeOrder` for its refusals. `isReplayed`: the order existed under the Idempotency-Key.
   */
  place(
    partnerId: number,
    input: Omit<PlaceInput, 'type' | 'traceparent'>,
  ): Promise<{ order: Order; isReplayed: boolean }>
  /**
   * Completes the orders whose batches are all COMPLETED and returns their number. Each order is a
   * write of its own: one that fails stops no other.
   */
  settle(partnerId: number, orderNos: readonly number[]): Promise<number>
  /**
   * Suspends orders with a batch that our account at a supplier cannot pay, and reduces the holds
   * of orders ON_HOLD to what they owe; see `suspendOrder`.
   */
  suspend(partnerId: number, orderNos: readonly number[]): Promise<void>
  /**
   * Resumes an order whose supplier may be funded again; see `resumeOrder`. Returns true if the
   * partner's funds covered it.
   */
  resume(partnerId: number, orderNo: number): Promise<boolean>
  /** See `cancelOrder` for what it refuses. */
  cancel(name: OrderName, act: OrderAct & { readonly reason: string }): Promise<Order>
  /**
   * Makes batches due at once if they FAILED, or wait for stock or for a supplier's account.
   * Returns their number: 0 if the order waits for the partner's funds. Refuses not_found, then
   * order_final.
   */
  retry(name: OrderName, act: OrderAct): Promise<number>
  /** See `sendUnderRules` for what it refuses. */
  sendLinks(partnerId: number, links: SendLinks, draft?: DraftAct): Promise<SentLinks>
  /** Writes links that were accepted; see `writeLinkPart`. */
  writeLinks(partnerId: number, part: WriteLinks): Promise<void>
  /** Changes a link; see `decideLink` for what it refuses. */
  link(partnerId: number, link: LinkAct): Promise<Link>
  /** Cancels orders past their deadlines and checks again those that wait for money. */
  sweep(): Promise<void>
}

export function createOrders(options: OrdersOptions): Orders {
  const { db } = options
  return {
    async place(partnerId, input) {
      const placed = await submitOrderWrite(options, partnerId, {
        type: 'place',
        ...input,
        traceparent: options.traceparentOf?.(),
      })
      const { order, isReplayed } = placed
      if (!isReplayed && order.status === 'COMPLETED') options.onCompleted?.(order)
      return placed
    },
    async settle(partnerId, orderNos) {
      let completed = 0
      const settleOne = async (orderNo: number): Promise<void> => {
        const order = await submitOrderWrite(options, partnerId, { type: 'settle', orderNo })
        if (!order) return
        completed += 1
        options.onCompleted?.(order)
      }
      const results = await Promise.allSettled(orderNos.map(settleOne))
      for (const result of results) if (result.status === 'rejected') throw result.reason
      return completed
    },
    async cancel(name, act) {
      const { partnerId, orderNo } = await existing(db, name)
      const input = { type: 'cancel', orderNo, ...act } as const
      const { order, hasCompleted } = await submitOrderWrite(options, partnerId, input)
      if (!hasCompleted) return order
      options.onCompleted?.(order)
      throw new Refusal('order_final', 'the order is COMPLETED')
    },
    async suspend(partnerId, orderNos) {
      const inputs = orderNos.map((orderNo) => ({ type: 'suspend', orderNo }) as const)
      await Promise.all(inputs.map((input) => submitOrderWrite(options, partnerId, input)))
    },
    async resume(partnerId, orderNo) {
      const input = { type: 'resume', orderNo } as const
      const order = await submitOrderWrite(options, partnerId, input)
      return order !== undefined && order.status !== 'ON_HOLD'
    },
    sendLinks: (partnerId, links, draft) =>
      submitOrderWrite(options, partnerId, { type: 'send links', links, draft }),
    async writeLinks(partnerId, part) {
      await submitOrderWrite(options, partnerId, { type: 'write links', part })
    },
    link(partnerId, act) {
      const link = { ...act, write: currentWrite() }
      return submitOrderWrite(options, partnerId, { type: 'link', link })
    },
    retry: (name, act) => retryOrder(options, name, act),
    sweep: createSweep(options),
  }
}

async function retryOrder(options: OrdersOptions, name: OrderName, act: OrderAct): Promise<number> {
  const { db, clock } = options
  const { heldForSupplier, partnerId, orderNo } = await existing(db, name)
  if (heldForSupplier) {
    const input = { type: 'resume', orderNo, act } as const
    const waiting = await oneRow(db, countShort(partnerId, orderNo))
    const order = await submitOrderWrite(options, partnerId, input)
    // If the funds do not cover the order, it waits for them and no batch is due.
    if (order) return order.status === 'ON_HOLD' ? 0 : waiting.batches
  }
  return transact(db, (tx) => retryUnheld(tx, name, { ...act, at: clock.now() }))
}

/** A cancellation locks the batches first, so the status read under their locks cannot change. */
async function retryUnheld(
  tx: Tx,
  name: OrderName,
  act: OrderAct & { readonly at: number },
): Promise<number> {
  const { partnerId, orderNo } = name
  await tx.rows(lockBatches(partnerId, [orderNo]))
  const order = await existing(tx, name)
  if (isFinal(order.status)) throw new Refusal('order_final', `the order is ${order.status}`)
  // Nothing is held for the order. It is resumed when the funds suffice.
  if (order.status === 'ON_HOLD') return 0
  const retried = (await tx.rows(retryBatches(partnerId, orderNo))).length
  if (retried > 0) {
    const target = orderTarget(order)
    recordAudit(tx, {
      ...act,
      partnerId,
      action: 'order.retry',
      valueOut: 'none',
      target,
      after: { retried },
    })
  }
  return retried
}

async function existing(db: Db, name: OrderName): Promise<Order> {
  const order = await findOrder(db, name)
  if (!order) throw notFound('order')
  return order
}
