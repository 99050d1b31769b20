import { Type } from 'typebox'
import { listSupplierHealth, type SupplierHealth } from '../../fulfillment/mod.ts'
import { ok, optionalTime, paged } from '../response.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'

const HealthShape = Type.Object(
  {
    productId: Type.Integer(),
    supplier: Type.String(),
    account: Type.Optional(Type.String()),
    circuit: Type.String(),
    circuitSince: Type.Optional(Type.String()),
    answered: Type.Integer(),
    failed: Type.Integer(),
    countedSince: Type.Optional(Type.String()),
    lastFault: Type.Optional(Type.String()),
    lastFaultAt: Type.Optional(Type.String()),
    unfundedSince: Type.Optional(Type.String()),
  },
  { title: 'SupplierHealth' },
)

const listSupplierHealthRoute = operatorRoute('GET /admin/v1/suppliers/health', {
  operationId: 'listSupplierHealth',
  summary:
    'Lists each product at each supplier: its circuit, the calls of the last hour, the ' +
    'last fault',
  query: pages,
  response: PagedOf(HealthShape),
  async handle({ query }, { db, clock }) {
    const { rows, total } = await listSupplierHealth(db, { ...query, now: clock.now() })
    return ok(paged(rows.map(healthOf), { ...query, totalRecords: total }))
  },
})

function healthOf({ account, ...health }: SupplierHealth) {
  return {
    ...health,
    account: account === '' ? undefined : account,
    circuitSince: optionalTime(health.circuitSince),
    countedSince: optionalTime(health.countedSince),
    lastFaultAt: optionalTime(health.lastFaultAt),
    unfundedSince: optionalTime(health.unfundedSince),
  }
}

export const supplierRoutes = [listSupplierHealthRoute]
