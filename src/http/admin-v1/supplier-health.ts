import { Type } from 'typebox'
import { CIRCUITS, listSupplierHealth, type SupplierHealth } from '../../fulfillment/mod.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, pages, optionalSort } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { CIRCUIT } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

const HealthView = view<SupplierHealth>()(
  {
    productId: fields.productId,
    supplier: fields.supplier,
    account: [Type.Optional(fields.account), (one) => one.account || undefined],
    circuit: oneOf('The state of the circuit breaker', CIRCUIT),
    circuitSince: Type.Optional(Instant('When the circuit got this state')),
    answered: Whole('Calls of the last hour with a response'),
    failed: Whole('Calls of the last hour without a response, or with an error'),
    countedSince: Type.Optional(Instant('When the calls began to be counted')),
    lastFault: Type.Optional(fields.lastFault),
    lastFaultAt: Type.Optional(fields.lastFaultAt),
    unfundedSince: Type.Optional(Instant('When our account there ran out of funds')),
  },
  { title: 'SupplierHealth' },
)

const listSupplierHealthRoute = operatorRoute('GET /admin/v1/suppliers/health', {
  permission: 'upstreams:read',
  operationId: 'listSupplierHealth',
  summary:
    'Lists each product at each supplier: its circuit, the calls of the last hour, the ' +
    'last fault',
  query: {
    circuit: optionalOneOf(CIRCUITS),
    sort: optionalSort(listSupplierHealth.sorts),
    ...pages,
  },
  response: PagedOf(HealthView.schema),
  async handle({ query }, { db, clock }) {
    const { rows, total } = await listSupplierHealth(db, { ...query, now: clock.now() })
    return ok(paged(rows.map(HealthView.body), { ...query, totalRecords: total }))
  },
})

export const supplierHealthRoutes = [listSupplierHealthRoute]
