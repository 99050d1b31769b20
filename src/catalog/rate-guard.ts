import { Refusal, wireRate } from '../core/mod.ts'
import { pairName, type Rate, type RecordedRate } from './rate.ts'
import type { RateCheck } from './record-rates.ts'

/** A rate that differs from the one before it; the share in hundredths of a percent, half up. */
export interface Move {
  readonly pair: string
  readonly before: number
  readonly after: number
  readonly percent: number
}

/** The moves of more than so many percent, either way; a pair without a rate before moves not. */
export function movesBeyond(
  percentMax: number,
  rates: readonly Rate[],
  before: readonly RecordedRate[],
): Move[] {
  const known = new Map(before.map((rate) => [pairName(rate), rate]))
  return rates.flatMap((rate) => {
    const pair = pairName(rate)
    const old = known.get(pair)
    if (!old) return []
    const difference = rate.rate > old.rate ? rate.rate - old.rate : old.rate - rate.rate
    if (difference * 100n <= old.rate * BigInt(percentMax)) return []
    const hundredths = (20_000n * difference + old.rate) / (2n * old.rate)
    const percent = Number(hundredths) / 100
    return [{ pair, before: wireRate(old.rate), after: wireRate(rate.rate), percent }]
  })
}

/** Refuses state_conflict naming every pair that moves too far: one wrong rate spoils the list. */
export function guardMoves(percentMax: number): RateCheck {
  return (rates, before) => {
    const moves = movesBeyond(percentMax, rates, before)
    if (moves.length === 0) return
    const details = moves.map((move) => ({
      field: move.pair,
      message: `moves from ${move.before} to ${move.after}, by ${move.percent} %`,
    }))
    const message = `${moves.length} of ${rates.length} rates move by more than ${percentMax} %`
    throw new Refusal('state_conflict', message, { details })
  }
}
