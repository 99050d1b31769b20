import { invalidField, isFault, parsePercent, type Currency, readCurrency } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { readEffectiveAt } from './effective-at.ts'
import { publishPrice } from './publish-change.ts'
import { raiseVersion } from './product-rows.ts'
import type { Spread } from './spread.ts'
import { insertSpread } from './spread-rows.ts'

/** A spread as the operator writes it. */
export interface SpreadInput {
  /** Without `from` and `to`, the spread is for all pairs that have none of their own. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Null ends the spread: the one of all pairs applies again. */
  readonly spreadPercent: number | null
  /** Undefined: at once. */
  readonly effectiveAt?: number | undefined
}

const SPREAD_BOUNDS = { min: 0, below: 100 }

/**
 * Records the spread on top of the market rate of a pair, or of all. It supersedes the spread
 * before it for orders that are accepted from its effective time on.
 *
 * Refuses invalid_request, in this order: from, to, spreadPercent, effectiveAt (in the past, more
 * than a year ahead, or that of another spread of the pair).
 */
export async function recordSpread(tx: Tx, input: SpreadInput, actor: string): Promise<Spread> {
  const now = await raiseVersion(tx)
  const pair = readPair(input)
  const spread = {
    pair,
    spreadPercent: readSpread(input.spreadPercent),
    effectiveAt: readEffectiveAt(input.effectiveAt, now),
    recordedAt: now,
    recordedBy: actor,
  }
  const recorded = await insertSpread(tx, spread)
  if (!recorded) throw invalidField('effectiveAt', 'is that of another spread of the same pair')
  publishPrice(tx, { cause: 'spread', ...recorded })
  return recorded
}

function readPair({ from, to }: SpreadInput): Spread['pair'] {
  if (from === undefined && to === undefined) return undefined
  const pair = { from: readSide('from', from), to: readSide('to', to) }
  if (pair.from.code === pair.to.code) throw invalidField('to', 'must be another currency')
  return pair
}

function readSide(field: string, code: string | undefined): Currency {
  if (code === undefined) throw invalidField(field, 'is required: a pair has both')
  return readCurrency(field, code)
}

function readSpread(value: number | null): Spread['spreadPercent'] {
  if (value === null) return undefined
  const spread = parsePercent(value, SPREAD_BOUNDS)
  if (isFault(spread)) throw invalidField('spreadPercent', spread.fault)
  return spread
}
