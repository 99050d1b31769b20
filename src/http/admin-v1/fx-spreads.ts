import { Type, type Static } from 'typebox'
import { listSpreads, recordSpread, type Spread } from '../../catalog/mod.ts'
import { isoTime, wirePercent } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { auditCatalog } from './audit-catalog.ts'
import { Reason } from './reason.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'

/**
 * `spreadPercent` is null if this ends a spread. `from` and `to` are absent if it is for all pairs.
 */
const SpreadShape = Type.Object(
  {
    from: Type.Optional(Text('The currency that is exchanged; any if absent')),
    to: Type.Optional(Text('The currency that it is exchanged for; any if absent')),
    spreadPercent: Type.Union([Type.Number(), Type.Null()], {
      description: 'What is added to the market rate, in percent; null ends the spread',
    }),
    effectiveAt: fields.effectiveAt,
    recordedAt: fields.recordedAt,
    recordedBy: fields.recordedBy,
  },
  { title: 'FxSpread' },
)

function spreadShapeOf({ pair, spreadPercent, effectiveAt, recordedAt, recordedBy }: Spread) {
  return {
    from: pair?.from.code,
    to: pair?.to.code,
    spreadPercent: spreadPercent === undefined ? null : wirePercent(spreadPercent),
    effectiveAt: isoTime(effectiveAt),
    recordedAt: isoTime(recordedAt),
    recordedBy,
  }
}

const NewSpread = Type.Object(
  {
    from: Type.Optional(Text('The currency that is exchanged; any if absent')),
    to: Type.Optional(Text('The currency that it is exchanged for; any if absent')),
    spreadPercent: Type.Union([Type.Number(), Type.Null()], {
      description: 'What is added to the market rate, in percent; null ends the spread',
    }),
    effectiveAt: Type.Optional(
      Text('From when on it is in force, with an offset; now unless given'),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'NewFxSpread' },
)
export type NewSpreadBody = Static<typeof NewSpread>

const putFxSpreadRoute = operatorRoute('PUT /admin/v1/fx-spreads', {
  permission: 'prices:write',
  operationId: 'putFxSpread',
  summary:
    'Sets what is added to the market rate of a pair, or of all pairs without a spread of ' +
    'their own',
  description: 'Null ends a spread.',
  body: NewSpread,
  response: Type.Object({ data: SpreadShape }),
  async handle({ body: { reason, effectiveAt, ...input }, actor }, { db, clock, catalog }) {
    const at = optionalInstant('effectiveAt', effectiveAt)
    const data = await transact(db, async (tx) => {
      const after = spreadShapeOf(await recordSpread(tx, { ...input, effectiveAt: at }, actor.name))
      const entry = { actor, action: 'spread.put', target: 'fx-spreads', reason, at: clock.now() }
      auditCatalog(tx, { ...entry, valueOut: { kind: 'rates' }, after })
      return after
    })
    catalog.changed()
    return ok({ data })
  },
})

const listFxSpreadsRoute = operatorRoute('GET /admin/v1/fx-spreads', {
  permission: 'prices:read',
  operationId: 'listFxSpreads',
  summary: 'Lists all spreads, the latest first, those that are not in force included',
  query: pages,
  response: PagedOf(SpreadShape),
  async handle({ query }, { db }) {
    const { rows, total } = await listSpreads(db, query)
    return ok(paged(rows.map(spreadShapeOf), { ...query, totalRecords: total }))
  },
})

export const fxSpreadRoutes = [putFxSpreadRoute, listFxSpreadsRoute]
