import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  dayFault,
  guardList,
  type Move,
  movesBeyond,
  pairName,
  previewRates,
  RATE_FORMATS,
  type RateFile,
  readRateFile,
  type RecordedRates,
  recordRates,
  SOURCE_LENGTH_MAX,
} from '../../catalog/mod.ts'
import { dayText, invalidParameter, isoTime, REASON_LENGTH_MAX, wireRate } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { created, ok } from '../response.ts'
import type { Context } from '../context.ts'
import {
  flag,
  optionalCurrencies,
  optionalLine,
  optionalOneOf,
  type QueryOf,
} from '../queries/query.ts'
import { optionalInstant } from '../queries/query-times.ts'
import { readWhole } from '../bodies/read-whole.ts'
import { operatorUpload } from '../route.ts'
import { auditCatalog } from './audit-catalog.ts'
import { RateView } from './fx-rates.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { RATE_FORMAT } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

/** A list of the ECB has 2 kB. The largest list that one write accepts has about 200 kB. */
export const RATES_BYTES_MAX = 262_144

const query = {
  format: optionalOneOf(RATE_FORMATS),
  currencies: optionalCurrencies(),
  effectiveAt: optionalInstant(),
  source: optionalLine(SOURCE_LENGTH_MAX),
  dryRun: flag(),
  force: flag(),
  reason: optionalLine(REASON_LENGTH_MAX),
} as const

const MoveShape = Type.Object(
  {
    pair: Text('The pair of currencies, such as `EUR/USD`'),
    before: Decimal('The rate before'),
    after: Decimal('The rate of the list'),
    percent: Decimal('Change of the rate, in percent'),
  },
  { title: 'RateMove' },
)

const Imported = Type.Object(
  {
    format: oneOf('The format of the list', RATE_FORMAT),
    source: fields.source,
    effectiveAt: fields.effectiveAt,
    dryRun: fields.dryRun,
    rates: Type.Array(
      Type.Object({
        ...RateView.schema.properties,
        before: Type.Optional(Decimal('The rate before')),
      }),
      { description: 'The rates of the list' },
    ),
    /** The date of the list, if it has one. */
    listDay: Type.Optional(Text('The day of the list, if it names one: YYYY-MM-DD')),
    /** The moves that the guard would have refused without `force`. */
    forced: Type.Array(MoveShape, {
      description: 'Moves that the guard would have refused without `force`',
    }),
    forcedDay: Type.Optional(
      Text('The day of the list, if the guard would have refused it without `force`: YYYY-MM-DD'),
    ),
    unknownCurrencies: Type.Array(Type.String(), {
      description: 'Currencies of the list that the service does not have',
    }),
  },
  { title: 'ImportedRates' },
)

export type RateImportQuery = QueryOf<typeof query>

/** Reads a list of rates. Refuses as an import does, but without the check for large moves. */
export async function readRateImport(
  { db }: Pick<Context, 'db'>,
  bytes: Buffer,
  settings: RateImportQuery,
): Promise<RateFile> {
  if (settings.force && settings.reason === undefined) {
    throw invalidParameter('reason', 'is required where the guard is overridden')
  }
  return await readRateFile(db, bytes, settings)
}

const importFxRatesRoute = operatorUpload('POST /admin/v1/fx-rates/import', {
  permission: 'prices:write',
  approval: 'rates',
  operationId: 'importFxRates',
  success: [200, 201],
  refuses: ['state_conflict'],
  summary: 'Imports a list of rates, all or none',
  description:
    'Refuses a list that is older than the last one, a list of a future day, and a rate ' +
    'that moves by more than TESSERA_RATE_GUARD_PERCENT, unless `force` and a reason are ' +
    'given. A dry run responds alike and changes nothing.',
  contentTypes: ['text/xml', 'application/xml', 'text/csv'],
  query,
  response: Type.Object({ data: Imported }),
  async handle({ query: settings, body, actor }, context) {
    const file = await readRateImport(context, await readWhole(body, RATES_BYTES_MAX), settings)
    const recorded = await importFile(context, file, { settings, actor })
    const { force, dryRun } = settings
    const moves = force ? movesOf(context, file, recorded) : []
    const forcedDay = force ? dayFault(file, recorded) : undefined
    const data = { ...importedOf(file, recorded, moves), dryRun, forcedDay }
    if (dryRun) return ok({ data })
    context.catalog.changed()
    return created({ data })
  },
})

interface Import {
  readonly settings: RateImportQuery
  readonly actor: Actor
}

async function importFile(
  context: Context,
  file: RateFile,
  { settings, actor }: Import,
): Promise<RecordedRates> {
  const { effectiveAt, source = file.source, reason, force } = settings
  const newRates = { rates: file.rates, effectiveAt, source, listDay: file.listDay }
  const check = force ? () => {} : guardList(context.config.rateGuardPercent)
  if (settings.dryRun) return previewRates(context.db, newRates, check)
  return transact(context.db, async (tx) => {
    const recorded = await recordRates(tx, { ...newRates, actor: actor.name }, check)
    const before = { rates: recorded.before.map(RateView.body) }
    const after = {
      rates: file.rates.map(RateView.body),
      source,
      effectiveAt: isoTime(recorded.effectiveAt),
      ...(force && {
        forced: movesOf(context, file, recorded),
        forcedDay: dayFault(file, recorded),
      }),
    }
    const entry = { actor, action: 'rates.import', target: 'fx-rates', reason }
    const valueOut = { kind: 'rates' } as const
    auditCatalog(tx, { ...entry, valueOut, before, after, at: context.clock.now() })
    return recorded
  })
}

function movesOf({ config }: Context, { rates }: RateFile, { before }: RecordedRates): Move[] {
  return movesBeyond(config.rateGuardPercent, rates, before)
}

function importedOf(
  { format, rates, listDay, unknown }: RateFile,
  { source, effectiveAt, before }: RecordedRates,
  moves: readonly Move[],
) {
  const ratesBefore = new Map(before.map((rate) => [pairName(rate), wireRate(rate.rate)]))
  return {
    format,
    source,
    effectiveAt: isoTime(effectiveAt),
    listDay: listDay === undefined ? undefined : dayText(listDay),
    rates: rates.map((rate) => ({
      ...RateView.body(rate),
      before: ratesBefore.get(pairName(rate)),
    })),
    forced: moves,
    unknownCurrencies: unknown,
  }
}

export const importFxRateRoutes = [importFxRatesRoute]
