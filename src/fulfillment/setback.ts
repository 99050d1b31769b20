import type { Answered } from './batch.ts'
import type { Setback } from './setback-rows.ts'

/** After this many refusals only an operator tries again. */
export const ATTEMPTS_MAX = 6
const BACKOFF_SECONDS_MAX = 60
/** A supplier that works on a batch is asked at these intervals, whatever it says. */
const PENDING_SECONDS_MIN = 1
const PENDING_SECONDS_MAX = 600
const UNFUNDED_RETRY_SECONDS = 30

/** How a batch goes on that was neither issued nor out of stock. */
export function setbackOf({ batch, outcome }: Answered): Setback | undefined {
  const { attempt } = batch
  const backoff = Math.min(BACKOFF_SECONDS_MAX, 2 ** (attempt - 1))
  switch (outcome.outcome) {
    case 'issued':
    case 'out_of_stock':
      return undefined
    case 'refused': {
      const retryInSeconds = attempt < ATTEMPTS_MAX ? backoff : undefined
      const { reason: fault } = outcome
      return { batch, status: 'FAILED', outcomeUnknown: false, fault, attempt, retryInSeconds }
    }
    case 'unfunded': {
      const { reason: fault } = outcome
      const again = { attempt: before(attempt), retryInSeconds: UNFUNDED_RETRY_SECONDS }
      return { batch, status: 'FAILED', outcomeUnknown: false, fault, ...again }
    }
    case 'pending': {
      const again = { attempt: before(attempt), retryInSeconds: pendingSeconds(outcome) }
      return { batch, status: 'PROCESSING', outcomeUnknown: true, fault: undefined, ...again }
    }
    case 'unknown': {
      const { reason: fault } = outcome
      const again = { attempt, retryInSeconds: backoff }
      return { batch, status: 'PROCESSING', outcomeUnknown: true, fault, ...again }
    }
  }
}

/** This time does not count; but a supplier was asked, and may have something to take back. */
function before(attempt: number): number {
  return Math.max(1, attempt - 1)
}

function pendingSeconds({ askAgainInSeconds }: { askAgainInSeconds: number }): number {
  const within = Math.min(askAgainInSeconds, PENDING_SECONDS_MAX)
  return within >= PENDING_SECONDS_MIN ? within : PENDING_SECONDS_MIN
}
