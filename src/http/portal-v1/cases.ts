import { Type } from 'typebox'
import { listOrderCases } from '../../cases/mod.ts'
import { CaseView } from '../shapes/case-shape.ts'
import { Delivered, deliveredBy } from '../orders/delivered-items.ts'
import { fields } from '../shapes/fields.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { portalRoute } from '../route.ts'
import { askForCase, NewRequest } from '../orders/case-request.ts'
import { ownOrder } from '../orders/order.ts'
import { offerRoute } from './offer-route.ts'

/** A case without the names of who opened and decided it: they may be people of the operator. */
const OwnCase = Type.Object(
  { ...CaseView.schema.properties, orderId: fields.orderId },
  { title: 'OwnCase' },
)

const listCasesOfOrder = portalRoute('GET /portal/v1/orders/{orderId}/cases', {
  permission: 'cases:read',
  operationId: 'listOwnOrderCases',
  summary: 'Lists the cases of an order, newest first, without codes',
  query: pages,
  response: PagedOf(CaseView.schema, { delivered: Type.Optional(Delivered) }),
  async handle({ partnerId, params, query }, { db }) {
    const order = await ownOrder(db, partnerId, params.orderId)
    const { rows, total } = await listOrderCases(db, { ...order, ...query })
    const delivered = await deliveredBy(db, order, query)
    return ok(paged(rows.map(CaseView.body), { ...query, totalRecords: total }, { delivered }))
  },
})

const requestCaseOfOwn = portalRoute('POST /portal/v1/orders/{orderId}/cases', {
  permission: 'cases:write',
  operationId: 'requestOwnCase',
  success: [201],
  refuses: ['order_not_completed', 'state_conflict'],
  summary: 'Requests a case of one item',
  description: 'The operator accepts or rejects it.',
  body: NewRequest,
  response: Type.Object({ data: CaseView.schema }),
  handle: askForCase,
})

export const ownCaseRoutes = [
  offerRoute('GET /portal/v1/cases', {
    source: 'GET /admin/v1/cases',
    permission: 'cases:read',
    operationId: 'listOwnCasesOfAll',
    response: PagedOf(OwnCase),
  }),
  listCasesOfOrder,
  requestCaseOfOwn,
]
