import { Type } from 'typebox'
import { transact, type Tx } from '../../db/mod.ts'
import { serveWaiting } from '../../fulfillment/mod.ts'
import { changePolicy, type StockPolicy } from '../../inventory/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { productTarget } from './audit-catalog.ts'
import { auditedPolicy, existingProduct, PolicyChange, PolicyShape } from './stock.ts'

interface Act {
  readonly actor: string
  readonly reason: string | undefined
  readonly at: number
}

/**
 * Changes how stock of a product is sold; null goes back to what counts for all. What a smaller
 * margin puts on sale again is given to orders that wait for it, in the same step.
 */
export const changeStockRoute = operatorRoute('PATCH /admin/v1/products/{productId}/stock', {
  body: PolicyChange,
  answer: Type.Object({ data: PolicyShape }),
  async handle({ params, body, actor }, context) {
    const { db, clock, catalogPages, soldOut } = context
    const { productId } = await existingProduct(context, params.productId)
    const { reason, ...change } = body
    const at = clock.now()
    const { policy, woken } = await transact(db, async (tx) => ({
      policy: await changeAudited(tx, { productId, change }, { actor, reason, at }),
      woken: await serveWaiting(tx, productId, { now: at, onEmptied: soldOut.note }),
    }))
    catalogPages.stockChanged()
    for (const partnerId of woken) context.wake(partnerId)
    return ok({ data: policy })
  },
})

/** The same for all products that say nothing themselves; workers serve those that wait. */
export const changeStockDefaultsRoute = operatorRoute('PATCH /admin/v1/stock/defaults', {
  body: PolicyChange,
  answer: Type.Object({ data: PolicyShape }),
  async handle({ body, actor }, { db, clock, catalogPages }) {
    const { reason, ...change } = body
    const act = { actor, reason, at: clock.now() }
    const policy = await transact(db, (tx) =>
      changeAudited(tx, { productId: undefined, change }, act),
    )
    catalogPages.stockChanged()
    return ok({ data: policy })
  },
})

/** What is so already leaves no entry. */
async function changeAudited(
  tx: Tx,
  { productId, change }: { productId: number | undefined; change: Partial<StockPolicy> },
  act: Act,
): Promise<StockPolicy> {
  const { before, after } = await changePolicy(tx, productId, change)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    recordAudit(tx, {
      ...act,
      action: 'stock.update',
      target: productId === undefined ? 'stock' : productTarget(productId),
      before: auditedPolicy(before),
      after: auditedPolicy(after),
    })
  }
  return after
}
