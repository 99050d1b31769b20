import { invalidField, isFault, isoTime, parseRate, readCurrency } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import { AHEAD_MS_MAX } from './effective-at.ts'
import { publishPrice } from './publish-change.ts'
import { raiseVersion } from './product-rows.ts'
import { pairName, type Rate, type RecordedRate } from './rate.ts'
import { insertPairs, insertRates, ratesInForceOf, readDatabaseTime } from './rate-rows.ts'

const RATES_PER_WRITE_MAX = 10_000
export const SOURCE_LENGTH_MAX = 100

/** One unit of `from` is worth `rate` units of `to`. The codes are not checked yet. */
export interface RateInput {
  readonly from: string
  readonly to: string
  readonly rate: number
}

export interface NewRates {
  readonly rates: readonly Rate[]
  /** Undefined means at once. */
  readonly effectiveAt: number | undefined
  readonly source: string
  /** See RecordedRate. */
  readonly listDay?: number | undefined
  readonly actor: string
}

export interface RecordedRates {
  readonly source: string
  readonly effectiveAt: number
  /** The rates in force at that time. Pairs without one are left out. */
  readonly before: readonly RecordedRate[]
  /** By the database's clock. */
  readonly now: number
}

/** Throws if the rates must not be recorded, given those in force at that time. */
export type RateCheck = (newRates: RatesInput, recorded: RecordedRates) => void
export type RatesInput = Omit<NewRates, 'actor'>

/** Returns checked rates. Refuses invalid_request, naming a field such as `rates[0].from`. */
export function readRates(
  inputs: readonly RateInput[],
  placeOf = (at: number, name: string): string => `rates[${at}].${name}`,
): Rate[] {
  if (inputs.length === 0 || inputs.length > RATES_PER_WRITE_MAX) {
    throw invalidField('rates', `must have 1 to ${RATES_PER_WRITE_MAX} rates`)
  }
  const rates = inputs.map((input, at) => readRate(input, (name) => placeOf(at, name)))
  const pairs = new Set(rates.map(pairName))
  if (pairs.size !== rates.length) throw invalidField('rates', 'must name each pair once')
  return rates
}

/**
 * Records rates, all or none; other pairs stay. They are in force from `effectiveAt` on, by the
 * database's clock, for all processes at once. Concurrent calls run one after the other, so `check`
 * sees the rates that it compares with.
 *
 * Refuses invalid_request, in this order: `source`, `effectiveAt` (more than a year ahead, or
 * before the present rate of a pair came into force), then what `check` throws.
 */
export async function recordRates(
  tx: Tx,
  { actor, ...newRates }: NewRates,
  check: RateCheck = () => {},
): Promise<RecordedRates> {
  const now = await raiseVersion(tx)
  const recorded = await resolveRates(tx, { ...newRates, now }, check)
  const { rates, source, listDay } = newRates
  const { effectiveAt } = recorded
  await tx.rows(insertPairs(rates))
  await tx.rows(
    insertRates(rates, { effectiveAt, source, listDay, recordedAt: now, recordedBy: actor }),
  )
  publishPrice(tx, { cause: 'rates', effectiveAt, recordedAt: now })
  return recorded
}

/** Returns the result that `recordRates` would have now. Refuses as it would. Changes nothing. */
export async function previewRates(
  db: Db,
  newRates: RatesInput,
  check: RateCheck,
): Promise<RecordedRates> {
  const now = await readDatabaseTime(db)
  return resolveRates(db, { ...newRates, now }, check)
}

async function resolveRates(
  db: Db,
  { now, ...newRates }: RatesInput & { now: number },
  check: RateCheck,
): Promise<RecordedRates> {
  const { rates, source, effectiveAt: requestedTime } = newRates
  if (source.trim() === '' || source.length > SOURCE_LENGTH_MAX || /\p{C}/u.test(source)) {
    throw invalidField('source', `must be one line of 1 to ${SOURCE_LENGTH_MAX} characters`)
  }
  const effectiveAt = requestedTime ?? now
  if (effectiveAt > now + AHEAD_MS_MAX) {
    throw invalidField('effectiveAt', 'must not lie more than a year ahead')
  }
  const present = await ratesInForceOf(db, rates, now)
  refuseThePast(present, effectiveAt)
  const before = effectiveAt > now ? await ratesInForceOf(db, rates, effectiveAt) : present
  const recorded = { source, effectiveAt, before, now }
  check(newRates, recorded)
  return recorded
}

/** Refuses a rate that would never be in force, because a later rate is in force already. */
function refuseThePast(present: readonly RecordedRate[], effectiveAt: number): void {
  const later = present.find((rate) => rate.effectiveAt > effectiveAt)
  if (!later) return
  const since = isoTime(later.effectiveAt)
  throw invalidField(
    'effectiveAt',
    `must not lie before ${since}, since when ${pairName(later)} has its present rate`,
  )
}

function readRate(input: RateInput, placeOf: (name: string) => string): Rate {
  const from = readCurrency(placeOf('from'), input.from)
  const to = readCurrency(placeOf('to'), input.to)
  if (from.code === to.code) throw invalidField(placeOf('to'), 'must be another currency')
  const rate = parseRate(input.rate)
  if (isFault(rate)) throw invalidField(placeOf('rate'), rate.fault)
  return { from, to, rate }
}
