import type { SupplierRoute } from '../catalog/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import type { IssueOutcome } from '../supply/mod.ts'
import {
  DEFINITE_FAILURES,
  type BatchOutcome,
  type LeasedBatch,
  type DefiniteFailure,
} from './batch.ts'
import type { Routes } from './route-rows.ts'

/** The next step for a batch that was not issued. */
export interface RetryDecision {
  readonly batch: LeasedBatch
  readonly status: 'PENDING' | 'PROCESSING' | 'FAILED'
  /** The supplier of the next attempt, and its index in the product's list. */
  readonly supplier: string
  readonly step: number
  /** True if no other supplier may be called. */
  readonly isBound: boolean
  readonly roundOutcome: DefiniteFailure | undefined
  readonly waitsFor: 'stock' | 'supplier' | undefined
  /** The number of attempts that count, at least one. */
  readonly attempt: number
  /** Undefined if the supplier is still working on it. */
  readonly fault: string | undefined
  /** Undefined if only an import or an operator makes it due. */
  readonly dueInSeconds: number | undefined
}

/** After this number of refusals, only an operator can make the batch due. */
const ATTEMPTS_MAX = 6
const BACKOFF_SECONDS_MAX = 60
/** Bounds for the interval that a supplier asks for while it works on a batch. */
const PENDING_SECONDS_MIN = 1
const PENDING_SECONDS_MAX = 600
const UNAVAILABLE_RETRY_SECONDS = 10
const UNFUNDED_RETRY_SECONDS = 30
/** The pause after all suppliers were out of stock, unless an import makes the batch due. */
const STOCK_RETRY_SECONDS = 60

type Failure = Extract<IssueOutcome, { outcome: DefiniteFailure }>

/** Returns the next step for a batch; undefined if it was issued. */
export function decideRetry(
  { batch, outcome }: BatchOutcome,
  routes: Routes,
): RetryDecision | undefined {
  switch (outcome.outcome) {
    case 'issued':
      return undefined
    case 'pending':
      return {
        ...lookUpAgain(batch),
        attempt: attemptsWithoutThis(batch),
        fault: outcome.reason,
        dueInSeconds: pendingSeconds(outcome),
      }
    case 'unknown':
      return { ...lookUpAgain(batch), fault: outcome.reason, dueInSeconds: backoff(batch) }
    case 'refused':
    case 'unavailable':
    case 'unfunded':
    case 'out_of_stock':
      return tryNext(batch, outcome, routes.get(batch.request.productId) ?? [])
  }
}

/** The batch stays with its supplier, to be looked up under its key. */
function lookUpAgain(batch: LeasedBatch) {
  const { supplier, step, roundOutcome, attempt } = batch
  const stay = { status: 'PROCESSING', waitsFor: undefined, isBound: true } as const
  return { batch, supplier, step, roundOutcome, attempt, ...stay }
}

/** Goes to the next supplier, if there is one; starts over if the list has changed. */
function tryNext(
  batch: LeasedBatch,
  failure: Failure,
  list: readonly SupplierRoute[],
): RetryDecision {
  const { step, supplier, attempt } = batch
  const fault = 'reason' in failure ? failure.reason : 'out of stock'
  const atOnce = {
    status: 'PENDING',
    waitsFor: undefined,
    isBound: false,
    dueInSeconds: 0,
  } as const
  if (!isSameRoute(batch, list[step])) {
    return { batch, supplier, step: 0, roundOutcome: undefined, attempt, fault, ...atOnce }
  }
  const roundOutcome = morePromising(batch.roundOutcome, failure.outcome)
  if (step + 1 < list.length) {
    return { batch, supplier, step: step + 1, roundOutcome, attempt, fault, ...atOnce }
  }
  return {
    batch,
    step: 0,
    isBound: false,
    roundOutcome: undefined,
    ...afterLastSupplier(batch, roundOutcome, list),
    fault,
  }
}

type AfterLastSupplier = Pick<
  RetryDecision,
  'status' | 'supplier' | 'waitsFor' | 'attempt' | 'dueInSeconds'
>

/** No supplier has issued: the most promising failure decides. */
function afterLastSupplier(
  batch: LeasedBatch,
  outcome: DefiniteFailure,
  list: readonly SupplierRoute[],
): AfterLastSupplier {
  const { supplier, attempt } = batch
  switch (outcome) {
    case 'out_of_stock': {
      // Waits for an import, which serves such batches. Refusals count from zero.
      const stock = list.find((one) => one.supplier === STOCK_SUPPLIER)?.supplier
      const isStockAll = list.every((one) => one.supplier === STOCK_SUPPLIER)
      // An import does not serve batches that ask for a minimum validity.
      const isRetried = !isStockAll || batch.request.minValidityDays !== undefined
      const dueInSeconds = isRetried ? STOCK_RETRY_SECONDS : undefined
      const wait = { status: 'PENDING', waitsFor: 'stock' } as const
      return { ...wait, supplier: stock ?? supplier, attempt: 1, dueInSeconds }
    }
    case 'unfunded': {
      const wait = { status: 'PENDING', waitsFor: 'supplier' } as const
      return {
        ...wait,
        supplier,
        attempt: attemptsWithoutThis(batch),
        dueInSeconds: UNFUNDED_RETRY_SECONDS,
      }
    }
    case 'unavailable': {
      const wait = { status: 'PENDING', waitsFor: undefined } as const
      return {
        ...wait,
        supplier,
        attempt: attemptsWithoutThis(batch),
        dueInSeconds: UNAVAILABLE_RETRY_SECONDS,
      }
    }
    case 'refused': {
      const dueInSeconds = attempt < ATTEMPTS_MAX ? backoff(batch) : undefined
      return { status: 'FAILED', waitsFor: undefined, supplier, attempt, dueInSeconds }
    }
  }
}

function isSameRoute(batch: LeasedBatch, route: SupplierRoute | undefined): boolean {
  return (
    route?.supplier === batch.supplier &&
    // Both come from jsonb columns, which have one text for equal objects.
    JSON.stringify(route.settings) === JSON.stringify(batch.request.settings)
  )
}

function morePromising(one: DefiniteFailure | undefined, other: DefiniteFailure): DefiniteFailure {
  return one !== undefined && DEFINITE_FAILURES.indexOf(one) > DEFINITE_FAILURES.indexOf(other)
    ? one
    : other
}

function backoff({ attempt }: LeasedBatch): number {
  return Math.min(BACKOFF_SECONDS_MAX, 2 ** (attempt - 1))
}

/**
 * Returns the number of attempts without this one, but at least one: the supplier may have
 * something to return.
 */
function attemptsWithoutThis({ attempt }: LeasedBatch): number {
  return Math.max(1, attempt - 1)
}

function pendingSeconds({ askAgainInSeconds }: { askAgainInSeconds: number }): number {
  const within = Math.min(askAgainInSeconds, PENDING_SECONDS_MAX)
  return within >= PENDING_SECONDS_MIN ? within : PENDING_SECONDS_MIN
}
