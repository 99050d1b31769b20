import { dayText, Refusal, wireRate } from '../core/mod.ts'
import { pairName, type Rate, type RecordedRate } from './rate.ts'
import type { RatesInput, RateCheck, RecordedRates } from './record-rates.ts'

/** A change of a rate. The share is in hundredths of a percent, rounded half up. */
export interface Move {
  readonly pair: string
  readonly before: number
  readonly after: number
  readonly percent: number
}

/**
 * Returns the changes of more than `percentMax`, up or down. A pair without a previous rate has
 * none.
 */
export function movesBeyond(
  percentMax: number,
  rates: readonly Rate[],
  before: readonly RecordedRate[],
): Move[] {
  const byPair = new Map(before.map((rate) => [pairName(rate), rate]))
  return rates.flatMap((rate) => {
    const pair = pairName(rate)
    const old = byPair.get(pair)
    if (!old) return []
    const difference = rate.rate > old.rate ? rate.rate - old.rate : old.rate - rate.rate
    if (difference * 100n <= old.rate * BigInt(percentMax)) return []
    const hundredths = (20_000n * difference + old.rate) / (2n * old.rate)
    const percent = Number(hundredths) / 100
    return [{ pair, before: wireRate(old.rate), after: wireRate(rate.rate), percent }]
  })
}

/** Returns why the list's day is implausible by the database's clock, or undefined. */
export function dayFault(
  { listDay }: Pick<RatesInput, 'listDay'>,
  { before, now }: RecordedRates,
): string | undefined {
  if (listDay === undefined) return undefined
  const description = `the list is of ${dayText(listDay)}`
  if (listDay > now) return `${description}, a day that has not come`
  const newest = Math.max(...before.map((rate) => rate.listDay ?? -Infinity))
  if (newest <= listDay) return undefined
  return `${description}, and rates of ${dayText(newest)} are there already`
}

/**
 * Refuses state_conflict, first for the day of the list, then naming every pair that moves too far.
 * One such rate is enough to refuse the whole list.
 */
export function guardList(percentMax: number): RateCheck {
  return (newRates, recorded) => {
    const fault = dayFault(newRates, recorded)
    if (fault !== undefined) {
      const message = `${fault}: where it is right, force it with a reason`
      throw new Refusal('state_conflict', message, {
        details: [{ field: 'file', message: fault }],
      })
    }
    const { rates } = newRates
    const moves = movesBeyond(percentMax, rates, recorded.before)
    if (moves.length === 0) return
    const details = moves.map((move) => ({
      field: move.pair,
      message: `moves from ${move.before} to ${move.after}, by ${move.percent} %`,
    }))
    const moving = `${moves.length} of ${rates.length} rates move by more than ${percentMax} %`
    const message = `${moving}: where they are right, force them with a reason`
    throw new Refusal('state_conflict', message, { details })
  }
}
