import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { serveWaiting } from '../../fulfillment/mod.ts'
import { changeLot, type LotAct } from '../../inventory/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { ok, type Answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { operatorRoute } from '../route.ts'
import { existingLot, lotOf, LotShape } from './lots.ts'
import { Reason } from './reason.ts'

const options = { body: Type.Object({ reason: Reason }), answer: Type.Object({ data: LotShape }) }

/** Takes what is left of a lot off sale until it is released. */
export const quarantineLotRoute = operatorRoute(
  'POST /admin/v1/products/{productId}/lots/{lot}/quarantine',
  { ...options, handle: (call, context) => change(call, context, 'quarantine') },
)

/** Puts a quarantined lot on sale again; orders that wait for stock are served first. */
export const releaseLotRoute = operatorRoute(
  'POST /admin/v1/products/{productId}/lots/{lot}/release',
  { ...options, handle: (call, context) => change(call, context, 'release') },
)

/** Takes what is left of a lot off sale for good. */
export const recallLotRoute = operatorRoute(
  'POST /admin/v1/products/{productId}/lots/{lot}/recall',
  { ...options, handle: (call, context) => change(call, context, 'recall') },
)

interface LotCall {
  readonly params: { readonly productId: string; readonly lot: string }
  readonly body: { readonly reason: string }
  readonly actor: string
}

/** What is so already leaves no entry. */
async function change(
  { params, body: { reason }, actor }: LotCall,
  context: Context,
  act: LotAct,
): Promise<Answer> {
  const { name } = await existingLot(context, params)
  const at = context.clock.now()
  const woken = await transact(context.db, async (tx) => {
    const { before, after, moved } = await changeLot(tx, name, act)
    if (before !== after) {
      recordAudit(tx, {
        actor,
        action: `lot.${act}`,
        target: `lot:${name.productId}:${name.lot}`,
        reason,
        before: { state: before },
        after: { state: after, moved },
        at,
      })
    }
    return serveWaiting(tx, name.productId, { now: at, onEmptied: context.soldOut.note })
  })
  context.catalogPages.stockChanged()
  for (const partnerId of woken) context.wake(partnerId)
  return ok({ data: lotOf((await existingLot(context, params)).found) })
}
