import { Type, type Static } from 'typebox'
import { listSpreads, recordSpread, type Spread } from '../../catalog/mod.ts'
import { wirePercent } from '../../core/mod.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages, optionalSort } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { changeCatalog } from './audit-catalog.ts'
import { Reason } from '../shapes/reason.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

/**
 * `spreadPercent` is null if this ends a spread. `from` and `to` are absent if it is for all pairs.
 */
const SpreadView = view<Spread>()(
  {
    from: [
      Type.Optional(Text('The currency that is exchanged; any if absent')),
      (one) => one.pair?.from.code,
    ],
    to: [
      Type.Optional(Text('The currency that it is exchanged for; any if absent')),
      (one) => one.pair?.to.code,
    ],
    spreadPercent: [
      Type.Union([Type.Number(), Type.Null()], {
        description: 'Percentage added to the market rate; null ends the spread',
      }),
      ({ spreadPercent: percent }) => (percent === undefined ? null : wirePercent(percent)),
    ],
    effectiveAt: fields.effectiveAt,
    recordedAt: fields.recordedAt,
    recordedBy: fields.recordedBy,
  },
  { title: 'FxSpread' },
)

const NewSpread = Type.Object(
  {
    from: Type.Optional(Text('The currency that is exchanged; any if absent')),
    to: Type.Optional(Text('The currency that it is exchanged for; any if absent')),
    spreadPercent: Type.Union([Type.Number(), Type.Null()], {
      description: 'Percentage added to the market rate; null ends the spread',
    }),
    effectiveAt: Type.Optional(Text('When it comes into force, with an offset; now unless given')),
    reason: Type.Optional(Reason),
  },
  { title: 'NewFxSpread' },
)
export type NewSpreadBody = Static<typeof NewSpread>

const putFxSpreadRoute = operatorRoute('PUT /admin/v1/fx-spreads', {
  permission: 'prices:write',
  approval: 'rates',
  operationId: 'putFxSpread',
  summary:
    'Sets what is added to the market rate of a pair, or of all pairs without a spread of ' +
    'their own',
  description: 'Null ends a spread.',
  body: NewSpread,
  response: Type.Object({ data: SpreadView.schema }),
  async handle({ body: { reason, effectiveAt, ...input }, actor }, context) {
    const spread = { ...input, effectiveAt: optionalInstant('effectiveAt', effectiveAt) }
    const data = await changeCatalog(context, { actor, reason }, async (tx) => {
      const after = SpreadView.body(await recordSpread(tx, spread, actor.name))
      return { action: 'spread.put', target: 'fx-spreads', valueOut: { kind: 'rates' }, after }
    })
    return ok({ data })
  },
})

const listFxSpreadsRoute = operatorRoute('GET /admin/v1/fx-spreads', {
  permission: 'prices:read',
  operationId: 'listFxSpreads',
  summary: 'Lists all spreads, including those that are not in force, the latest first',
  query: { sort: optionalSort(listSpreads.sorts), ...pages },
  response: PagedOf(SpreadView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listSpreads(db, query)
    return ok(paged(rows.map(SpreadView.body), { ...query, totalRecords: total }))
  },
})

export const fxSpreadRoutes = [putFxSpreadRoute, listFxSpreadsRoute]
