import { Type } from 'typebox'
import { type Case, listOrderCases } from '../../cases/mod.ts'
import { readReplacements } from '../../fulfillment/mod.ts'
import { isPaidByLinkOrWallet, type Order, orderId } from '../../orders/mod.ts'
import type { Code } from '../../supply/mod.ts'
import type { Context } from '../context.ts'
import { askForCase, NewRequest } from '../orders/case-request.ts'
import { DeliveredItems, deliveredWithItems } from '../orders/delivered-items.ts'
import { ownOrder } from '../orders/order.ts'
import { pages } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { route } from '../route.ts'
import { CaseView } from '../shapes/case-shape.ts'
import { fields } from '../shapes/fields.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { view } from '../shapes/view.ts'

/** The replacement code of an item. */
const ReplacementView = view<Code>()(
  {
    giftCardNumber: fields.giftCardNumber,
    giftCardPin: [Type.Optional(fields.giftCardPin), (code) => code.giftCardPin || undefined],
    barCodeNumber: [Type.Optional(fields.barCodeNumber), (code) => code.barCodeNumber || undefined],
    redemptionUrl: [Type.Optional(fields.redemptionUrl), (code) => code.redemptionUrl || undefined],
  },
  { title: 'Replacement' },
)

const OwnCaseShape = Type.Object(
  {
    ...CaseView.schema.properties,
    replacement: Type.Optional(ReplacementView.schema),
  },
  { title: 'Case' },
)

export const listOwnCases = route('GET /v2/orders/{orderId}/cases', {
  operationId: 'listOwnCases',
  summary: 'Lists the cases of an order, newest first',
  description:
    'A credential with the permission `codes:read` also gets the codes of replacements, and the ' +
    'receipts of items that a CANCELLED order has delivered.',
  permission: 'orders:read',
  query: pages,
  response: PagedOf(OwnCaseShape, { delivered: Type.Optional(DeliveredItems) }),
  async handle({ partnerId, params, query, credential }, context) {
    const order = await ownOrder(context.db, partnerId, params.orderId)
    const { rows, total } = await listOrderCases(context.db, { ...order, ...query })
    const canShowItems = credential.permissions.has('codes:read') && !isPaidByLinkOrWallet(order)
    const delivered = await deliveredWithItems(context, order, { page: query, canShowItems })
    const replacements = canShowItems ? await replacementsOf(context, order, rows) : undefined
    const data = rows.map((one) => ({
      ...CaseView.body(one),
      replacement: one.kind === 'replace' ? replacements?.get(one.itemNo) : undefined,
    }))
    const response = ok(paged(data, { ...query, totalRecords: total }, { delivered }))
    const receipts = delivered && 'items' in delivered ? delivered.items.length : 0
    const codes = (replacements?.size ?? 0) + receipts
    return codes === 0 ? response : { ...response, shown: { orderId: orderId(order), codes } }
  },
})

async function replacementsOf(context: Context, order: Order, cases: readonly Case[]) {
  const replaced = cases.filter(({ kind, state }) => kind === 'replace' && state === 'DONE')
  const codes = await readReplacements(context, order, replaced)
  return new Map([...codes].map(([itemNo, code]) => [itemNo, ReplacementView.body(code)]))
}

export const requestCase = route('POST /v2/orders/{orderId}/cases', {
  operationId: 'requestCase',
  success: [201],
  refuses: ['order_not_completed', 'state_conflict', 'idempotency_conflict'],
  summary: 'Requests a case of one item',
  description:
    'The operator accepts or rejects it. The same request again, with or without a key, returns ' +
    'the case that it opened.',
  permission: 'orders:write',
  isWrittenOnce: true,
  isKeyed: true,
  body: NewRequest,
  response: Type.Object({ data: CaseView.schema }),
  handle: askForCase,
})
