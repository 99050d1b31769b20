import { Type, type Static } from 'typebox'
import {
  CASE_KINDS,
  CASE_STATES,
  decideCase,
  findCase,
  listCases,
  listOrderCases,
  openCase,
  type Case,
  CASE_SORTS,
} from '../../cases/mod.ts'
import {
  formatOrderId,
  parseOrderId,
  PARTNER_ID_MAX,
  readAmount,
  notFound,
} from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { findOrder, findOrderTimes, type Order } from '../../orders/mod.ts'
import { CaseKindField, CaseView, RefundAmount } from '../shapes/case-shape.ts'
import { Delivered, deliveredBy } from '../orders/delivered-items.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalNumber, optionalOneOf, pages, optionalSort } from '../queries/query.ts'
import { timeRange } from '../queries/query-times.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { ItemNo } from '../shapes/wire-fields.ts'
import { Reason } from '../shapes/reason.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

/** A case, and the time at which its order was created. */
interface DatedCase extends Case {
  readonly createdMs: number
}

/** A case as operators see it: more than the partner sees, and never a code. */
export const AdminCaseView = view<DatedCase>()(
  {
    ...CaseView.fields,
    partnerId: fields.partnerId,
    orderId: [fields.orderId, formatOrderId],
    openedBy: Text('Who opened it: the partner or an operator'),
    decidedBy: [Type.Optional(Text('Who decided it')), (one) => one.decision?.by],
  },
  { title: 'Case' },
)

export async function adminCases(db: Db, cases: readonly Case[]) {
  const times = await findOrderTimes(db, cases)
  return cases.map((one, at) => AdminCaseView.body({ ...one, createdMs: times[at] ?? 0 }))
}

async function adminCase(db: Db, one: Case) {
  const [createdMs = 0] = await findOrderTimes(db, [one])
  return { data: AdminCaseView.body({ ...one, createdMs }) }
}

export async function readOrder(db: Db, id: string): Promise<Order> {
  const name = parseOrderId(id)
  const order = name && (await findOrder(db, name))
  if (!order) throw notFound('order')
  return order
}

/** Returns the case that a path names. Refuses not_found. */
export async function readCase(db: Db, text: string): Promise<Case> {
  const found = await findCase(db, Number(text))
  if (!found) throw notFound('case')
  return found
}

const NewCase = Type.Object(
  {
    itemNo: ItemNo,
    kind: CaseKindField,
    reason: Reason,
    amount: Type.Optional(RefundAmount),
    acknowledged: Type.Optional(fields.acknowledged),
  },
  { title: 'NewCase' },
)
export type NewCaseBody = Static<typeof NewCase>

const openCaseRoute = operatorRoute('POST /admin/v1/orders/{orderId}/cases', {
  permission: 'cases:write',
  approval: 'refunds',
  operationId: 'openCase',
  success: [201],
  refuses: ['order_not_completed', 'state_conflict', 'balance_limit'],
  summary: 'Refunds, replaces or blocks one item of a COMPLETED order',
  description: 'The order may be CANCELLED, if the item was delivered before.',
  body: NewCase,
  response: Type.Object({ data: AdminCaseView.schema }),
  async handle({ params, body, actor }, context) {
    const order = await readOrder(context.db, params.orderId)
    const { amount, acknowledged = false, ...request } = body
    const opened = await openCase(context, order, {
      ...request,
      amountMinor: amount === undefined ? undefined : readAmount('amount', amount, order),
      acknowledged,
      actor,
      isRequest: false,
    })
    return created(await adminCase(context.db, opened))
  },
})

const listOrderCasesRoute = operatorRoute('GET /admin/v1/orders/{orderId}/cases', {
  permission: 'cases:read',
  operationId: 'listOrderCases',
  summary: 'Lists the cases of an order, newest first',
  query: pages,
  response: PagedOf(AdminCaseView.schema, { delivered: Type.Optional(Delivered) }),
  async handle({ params, query }, { db }) {
    const order = await readOrder(db, params.orderId)
    const { rows, total } = await listOrderCases(db, { ...order, ...query })
    const delivered = await deliveredBy(db, order, query)
    return ok(paged(await adminCases(db, rows), { ...query, totalRecords: total }, { delivered }))
  },
})

const listCasesRoute = operatorRoute('GET /admin/v1/cases', {
  permission: 'cases:read',
  operationId: 'listCases',
  summary: 'Lists the cases of all partners, newest first; `after` continues after a case',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    kind: optionalOneOf(CASE_KINDS),
    state: optionalOneOf(CASE_STATES),
    ...timeRange,
    sort: optionalSort(CASE_SORTS),
    after: optionalNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    ...pages,
  },
  response: PagedOf(AdminCaseView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listCases(db, query)
    return ok(paged(await adminCases(db, rows), { ...query, totalRecords: total }))
  },
})

const getCaseRoute = operatorRoute('GET /admin/v1/cases/{caseId}', {
  permission: 'cases:read',
  operationId: 'getCase',
  summary: 'Returns a case',
  response: Type.Object({ data: AdminCaseView.schema }),
  async handle({ params }, { db }) {
    return ok(await adminCase(db, await readCase(db, params.caseId)))
  },
})

const Acceptance = Type.Object(
  {
    reason: Type.Optional(Reason),
    acknowledged: Type.Optional(fields.acknowledged),
  },
  { title: 'CaseAcceptance' },
)

const acceptCaseRoute = operatorRoute('POST /admin/v1/cases/{caseId}/accept', {
  permission: 'cases:write',
  approval: 'refunds',
  operationId: 'acceptCase',
  refuses: ['state_conflict', 'balance_limit'],
  summary: 'Accepts the request of a partner and carries it out',
  body: Acceptance,
  isBodyOptional: true,
  response: Type.Object({ data: AdminCaseView.schema }),
  async handle({ params, body: { reason, acknowledged = false }, actor }, context) {
    const decision = { act: 'accept', reason, acknowledged, actor } as const
    const opened = await decideCase(context, Number(params.caseId), decision)
    return ok(await adminCase(context.db, opened))
  },
})

const rejectCaseRoute = operatorRoute('POST /admin/v1/cases/{caseId}/reject', {
  permission: 'cases:write',
  operationId: 'rejectCase',
  refuses: ['state_conflict'],
  summary: 'Rejects the request of a partner',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AdminCaseView.schema }),
  async handle({ params, body: { reason }, actor }, context) {
    const decision = { act: 'reject', reason, acknowledged: false, actor } as const
    const opened = await decideCase(context, Number(params.caseId), decision)
    return ok(await adminCase(context.db, opened))
  },
})

export const caseRoutes = [
  openCaseRoute,
  listOrderCasesRoute,
  listCasesRoute,
  getCaseRoute,
  acceptCaseRoute,
  rejectCaseRoute,
]
