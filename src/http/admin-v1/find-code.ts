import { Type } from 'typebox'
import { checkLine, invalidField, parseOrderId } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { cardPrefix } from '../../exports/mod.ts'
import { findOrder, orderId, type Order } from '../../orders/mod.ts'
import { recordAudit } from '../../audit/mod.ts'
import { caseOfCode, findCode, type FoundCode } from '../../trace/mod.ts'
import type { Context } from '../context.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ORDER_STATUS } from '../shapes/meanings.ts'
import { CODE_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

/** The longest field of a code. */
const CODE_LENGTH_MAX = 2_048

const FoundView = view<FoundCode>()(
  {
    productId: Whole('The product of the code'),
    lot: Type.Optional(fields.lot),
    state: oneOf('State of the code', CODE_STATE),
    supplier: [Type.Optional(fields.supplierAccount), ({ purchase }) => purchase?.supplier],
    supplierReference: [
      Type.Optional(Text('The reference that we ordered with there')),
      ({ purchase }) => purchase?.reference,
    ],
    supplierOrderId: [
      Type.Optional(fields.supplierOrderId),
      ({ purchase }) => purchase?.supplierOrderId,
    ],
    partnerId: [Type.Optional(fields.partnerId), ({ item }) => item?.order.partnerId],
    orderId: [Type.Optional(fields.orderId), ({ item }) => item && orderId(item.order)],
    orderStatus: [
      Type.Optional(oneOf('The status of the order', ORDER_STATUS)),
      ({ item }) => item?.order.status,
    ],
    clientReference: [
      Type.Optional(fields.clientReference),
      ({ item }) => item?.order.clientReference,
    ],
    itemNo: [Type.Optional(fields.itemNo), ({ item }) => item?.itemNo],
    itemReference: [Type.Optional(fields.itemReference), ({ item }) => item?.itemReference],
    cardIdentifier: [
      Type.Optional(fields.cardIdentifier),
      ({ item }) => item && `${cardPrefix(orderId(item.order))}${item.itemNo}`,
    ],
    isReplacement: [
      Type.Optional(YesOrNo('True if it replaced another code of the item')),
      ({ item }) => item?.isReplacement || undefined,
    ],
    replacementLot: [
      Type.Optional(Text('The lot of the code that replaced this one')),
      ({ item }) => item?.replacementLot,
    ],
    caseId: [Type.Optional(fields.caseId), ({ item }) => item && caseOfCode(item)?.caseId],
  },
  { title: 'FoundCode' },
)

const findCodeRoute = operatorRoute('POST /admin/v1/codes/find', {
  permission: 'codes:find',
  operationId: 'findCode',
  hasPrivateBody: true,
  summary: 'Finds where a code is: product, lot, state, order and item',
  description:
    'The code is in the body, because URLs are logged. It is hashed and compared in ' +
    'memory, and neither logged nor audited; the search and its result are audited. An empty ' +
    'result is not an error.',
  body: Type.Object({
    code: Text('The code to find. It is hashed, and neither logged nor shown'),
    orderId: Type.Optional(Text('Only the item of this order')),
    reason: Type.Optional(Reason),
  }),
  response: Type.Object({ data: Type.Array(FoundView.schema, { description: 'The result' }) }),
  async handle({ body, actor }, context) {
    const { code, reason } = body
    checkLine('code', code, CODE_LENGTH_MAX)
    const within = body.orderId === undefined ? undefined : await orderOf(context, body.orderId)
    const data = (await findCode(context, code, within)).map(FoundView.body)
    const after = data.map(({ productId, lot, state, orderId: id, itemNo, caseId }) => {
      return { productId, lot, state, orderId: id, itemNo, caseId }
    })
    const at = context.clock.now()
    await transact(context.db, (tx) => {
      recordAudit(tx, {
        actor,
        action: 'code.find',
        valueOut: 'none',
        target: 'codes',
        reason,
        after,
        at,
      })
      return Promise.resolve()
    })
    return ok({ data })
  },
})

/** Returns the order of this id. Refuses invalid_request. */
async function orderOf({ db }: Context, text: string): Promise<Order> {
  const name = parseOrderId(text)
  const order = name && (await findOrder(db, name))
  if (!order) throw invalidField('orderId', 'is not the id of an order')
  return order
}

export const findCodeRoutes = [findCodeRoute]
