import { Type, type Static } from 'typebox'
import {
  guardList,
  listRateHistory,
  movesBeyond,
  type Rate,
  ratesInForce,
  readDatabaseTime,
  readRates,
  type RecordedRate,
  recordRates,
} from '../../catalog/mod.ts'
import { type Currency, invalidParameter, isoTime, wireRate } from '../../core/mod.ts'
import { ok, paged, sortedPageOf } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { described, optionalStoredCurrency, pages, optionalSort } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { changeCatalog } from './audit-catalog.ts'
import { Reason } from '../shapes/reason.ts'
import { Decimal, Instant, Text, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

export const RateView = view<Rate>()({
  from: [Text('The currency that is exchanged, as ISO 4217 code'), ({ from }) => from.code],
  to: [Text('The currency that it is exchanged for, as ISO 4217 code'), ({ to }) => to.code],
  rate: [
    Decimal('Units of `to` for one unit of `from`, with up to 8 decimals'),
    ({ rate }) => wireRate(rate),
  ],
})

const Rates = Type.Object(
  {
    rates: Type.Array(RateView.schema, { description: 'The rates' }),
    effectiveAt: Type.Optional(Text('When they come into force, with an offset; now unless given')),
    source: Type.Optional(Text('Source of the rates; `operator` unless given')),
    guard: Type.Optional(
      YesOrNo('True to refuse rates that move by more than TESSERA_RATE_GUARD_PERCENT'),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'NewFxRates' },
)
export type NewRatesBody = Static<typeof Rates>

const putFxRatesRoute = operatorRoute('PUT /admin/v1/fx-rates', {
  permission: 'prices:write',
  approval: 'rates',
  operationId: 'putFxRates',
  refuses: ['state_conflict'],
  summary: 'Sets rates, all or none: one unit of `from` is worth `rate` units of `to`',
  description:
    'Other pairs stay as they are. The rates are in force at once, or from `effectiveAt` ' +
    'on. With `guard`, as the command line sends it, a rate that moves by more than ' +
    'TESSERA_RATE_GUARD_PERCENT refuses all of them. The audit entry names such rates.',
  body: Rates,
  response: Type.Object({
    data: Type.Object(
      { rates: Type.Array(RateView.schema, { description: 'The rates' }) },
      { description: 'The result' },
    ),
  }),
  async handle({ body, actor }, context) {
    const { reason, source = 'operator', effectiveAt: at, guard = false } = body
    const { rateGuardPercent } = context.config
    const check = guard ? guardList(rateGuardPercent) : () => {}
    const rates = readRates(body.rates)
    const input = {
      rates,
      source,
      actor: actor.name,
      effectiveAt: optionalInstant('effectiveAt', at),
    }
    const { rates: data } = await changeCatalog(context, { actor, reason }, async (tx) => {
      const recorded = await recordRates(tx, input, check)
      const moved = movesBeyond(rateGuardPercent, rates, recorded.before)
      const before = { rates: recorded.before.map(RateView.body) }
      const after = {
        rates: rates.map(RateView.body),
        source,
        effectiveAt: isoTime(recorded.effectiveAt),
        ...(moved.length > 0 && { forced: moved }),
      }
      const valueOut = { kind: 'rates' } as const
      return { action: 'rates.put', target: 'fx-rates', valueOut, before, after }
    })
    return ok({ data: { rates: data } })
  },
})

const RateInForceView = view<RecordedRate>()({
  ...RateView.fields,
  effectiveAt: fields.effectiveAt,
  source: fields.source,
  updatedAt: [Instant('When it was last changed'), (rate) => isoTime(rate.recordedAt)],
})

const listFxRatesRoute = operatorRoute('GET /admin/v1/fx-rates', {
  permission: 'prices:read',
  operationId: 'listFxRates',
  summary: 'Lists the rates in force, by pair',
  query: { sort: optionalSort(['source', 'effectiveAt']), ...pages },
  response: PagedOf(RateInForceView.schema),
  async handle({ query }, { db }) {
    const rates = await ratesInForce(db, await readDatabaseTime(db))
    return ok(sortedPageOf(rates, query, RateInForceView.body))
  },
})

const RecordedRateView = view<RecordedRate>()({
  ...RateView.fields,
  effectiveAt: fields.effectiveAt,
  source: fields.source,
  recordedAt: fields.recordedAt,
  recordedBy: fields.recordedBy,
})

const listFxRateHistoryRoute = operatorRoute('GET /admin/v1/fx-rates/history', {
  permission: 'prices:read',
  operationId: 'listFxRateHistory',
  summary: 'Lists every recorded rate, of one pair or of all, the latest effective time first',
  description: 'Rates that are not yet in force come first.',
  query: {
    from: described(optionalStoredCurrency(), 'The currency that is exchanged', 'EUR'),
    to: described(optionalStoredCurrency(), 'The currency that it is exchanged for', 'USD'),
    sort: optionalSort(listRateHistory.sorts),
    ...pages,
  },
  response: PagedOf(RecordedRateView.schema),
  async handle({ query: { from, to, ...at } }, { db }) {
    const { rows, total } = await listRateHistory(db, { pair: pairOf(from, to), ...at })
    return ok(paged(rows.map(RecordedRateView.body), { ...at, totalRecords: total }))
  },
})

function pairOf(
  from: Currency | undefined,
  to: Currency | undefined,
): { from: Currency; to: Currency } | undefined {
  if (from && to) return { from, to }
  if (!from && !to) return undefined
  const field = from ? 'to' : 'from'
  throw invalidParameter(field, 'is required: a pair has both')
}

export const fxRateRoutes = [putFxRatesRoute, listFxRatesRoute, listFxRateHistoryRoute]
