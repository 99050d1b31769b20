import { goodsOfDated, type IssueOutcome } from '../supply/mod.ts'
import type { PartOutcome } from './buying.ts'
import type { Create } from './create-rows.ts'
import { datedOf } from './units.ts'

/** A part of a batch: at most as many units as one create may have. */
export interface Part {
  readonly firstUnit: number
  readonly quantity: number
  readonly create: Create | undefined
  /** Undefined: it was not begun, or not reached in this call. */
  outcome: PartOutcome | undefined
}

const NOT_REACHED_SECONDS = 1
/**
 * The time that a batch waits after its supplier refused one part, if another part was delivered.
 */
const PARTLY_SECONDS = 60

/**
 * Returns the outcome of a batch. Units that we have are never bought again and never dropped: if a
 * part was bought, or may have been, no other supplier is asked for the batch.
 */
export function outcomeOfParts(parts: readonly Part[], quantity: number): IssueOutcome {
  const outcomes = parts.map(({ outcome }) => outcome)
  const done = outcomes.filter((one) => one?.is === 'done')
  if (done.length === parts.length) {
    return {
      outcome: 'issued',
      goods: goodsOfDated(done.flatMap(({ units }) => units.map(datedOf))),
    }
  }
  const unknown = outcomes.find((one) => one?.is === 'unknown')
  if (unknown) {
    const { reason, isAlerted } = unknown
    return { outcome: 'unknown', reason, ...(isAlerted && { isAlerted }) }
  }
  const open = outcomes.filter((one) => one?.is === 'open')
  const refused = outcomes.find((one) => one?.is === 'refused')
  const isNothingBought = done.length === 0 && open.length === 0
  if (refused && isNothingBought) return outcomeOfRefusal(refused)
  const units = done.reduce((sum, one) => sum + one.units.length, 0)
  const reason = refused?.reason ?? open.find((one) => one.reason !== undefined)?.reason
  const seconds = open.length > 0 ? open.map((one) => one.seconds) : [NOT_REACHED_SECONDS]
  const askAgainInSeconds = refused && open.length === 0 ? PARTLY_SECONDS : Math.min(...seconds)
  const partly = units > 0 ? `${units} of ${quantity} are there` : undefined
  const text = [partly, reason].filter((one) => one !== undefined).join('; ')
  return { outcome: 'pending', askAgainInSeconds, ...(reason !== undefined && { reason: text }) }
}

function outcomeOfRefusal({
  for: why,
  reason,
}: Extract<PartOutcome, { is: 'refused' }>): IssueOutcome {
  if (why === 'funds') return { outcome: 'unfunded', reason }
  if (why === 'stock') return { outcome: 'out_of_stock' }
  if (why === 'listing') return { outcome: 'unavailable', reason, isUnsent: true }
  const isTemporary = why === 'account' || why === 'nothing'
  return { outcome: isTemporary ? 'unavailable' : 'refused', reason }
}
