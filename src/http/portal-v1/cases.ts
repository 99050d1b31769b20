import { Type } from 'typebox'
import { listOrderCases } from '../../cases/mod.ts'
import { caseRoutes } from '../admin-v1/cases.ts'
import { CaseView } from '../shapes/case-shape.ts'
import { Delivered, deliveredBy } from '../delivered.ts'
import { fields } from '../shapes/fields.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../query.ts'
import { ok, paged } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { askForCase, NewRequest } from '../v2/cases.ts'
import { ownOrder } from '../v2/order.ts'
import { ownPartner, routeOf } from './own-partner.ts'

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

export const ownCaseRoutes: readonly Route[] = [
  ownPartner('GET /portal/v1/cases', routeOf(caseRoutes, 'listCases'), {
    permission: 'cases:read',
    operationId: 'listOwnCasesOfAll',
    response: PagedOf(OwnCase),
  }),
  listCasesOfOrder,
  requestCaseOfOwn,
]
