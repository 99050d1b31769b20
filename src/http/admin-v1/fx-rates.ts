import { Type } from 'typebox'
import { putRates, readRates } from '../../catalog/mod.ts'
import { isoTime, wireRate } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { ok, paged } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { auditCatalog } from './audit-catalog.ts'
import { Reason } from './reason.ts'

const rate = { from: Type.String(), to: Type.String(), rate: Type.Number() }
const Rates = Type.Object({
  rates: Type.Array(Type.Object(rate)),
  reason: Type.Optional(Reason),
})

/** Sets rates, all or none; one unit of `from` is worth `rate` units of `to`. Others stay. */
export const putFxRates = operatorRoute('PUT /admin/v1/fx-rates', {
  body: Rates,
  answer: Type.Object({ data: Type.Object({ rates: Type.Array(Type.Object(rate)) }) }),
  async handle({ body, actor }, { db, clock, catalog }) {
    const now = clock.now()
    const { reason } = body
    const after = await transact(db, async (tx) => {
      const put = await putRates(tx, body.rates, { now })
      const rates = put.map((one) => ({
        from: one.from.code,
        to: one.to.code,
        rate: wireRate(one.rate),
      }))
      const entry = { actor, action: 'rates.put', target: 'fx-rates', reason, at: now }
      auditCatalog(tx, { ...entry, after: { rates } })
      return { rates }
    })
    catalog.changed()
    return ok({ data: after })
  },
})

export const listFxRates = operatorRoute('GET /admin/v1/fx-rates', {
  query: pages,
  answer: PagedOf(Type.Object({ ...rate, updatedAt: Type.String() })),
  async handle({ query: { page, pageSize } }, { db }) {
    const rates = await readRates(db)
    const first = (page - 1) * pageSize
    const data = rates.slice(first, first + pageSize).map((one) => ({
      from: one.from.code,
      to: one.to.code,
      rate: wireRate(one.rate),
      updatedAt: isoTime(one.updatedAt),
    }))
    return ok(paged(data, { page, pageSize, totalRecords: rates.length }))
  },
})
