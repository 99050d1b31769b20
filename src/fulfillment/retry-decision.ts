import type { SupplierRoute } from '../catalog/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import type { IssueOutcome } from '../supply/mod.ts'
import { REFUSED, type Answered, type LeasedBatch, type Refused } from './batch.ts'
import type { Routes } from './route-rows.ts'

/** How a batch goes on that was not issued. */
export interface RetryDecision {
  readonly batch: LeasedBatch
  readonly status: 'PENDING' | 'PROCESSING' | 'FAILED'
  /** Whom it is at, and where that is in the list. */
  readonly supplier: string
  readonly step: number
  /** Nobody else may be asked. */
  readonly isBound: boolean
  readonly roundOutcome: Refused | undefined
  readonly waitsFor: 'stock' | 'supplier' | undefined
  /** How many attempts count; never none, for somebody was asked. */
  readonly attempt: number
  /** Undefined: nothing is wrong. */
  readonly fault: string | undefined
  /** Undefined: only an import, or an operator, lets it go on. */
  readonly dueInSeconds: number | undefined
}

/** After this many refusals only an operator tries again. */
const ATTEMPTS_MAX = 6
const BACKOFF_SECONDS_MAX = 60
/** A supplier that works on a batch is asked at these intervals, whatever it says. */
const PENDING_SECONDS_MIN = 1
const PENDING_SECONDS_MAX = 600
/** How long nobody is asked where none could be, or none is funded. */
const UNAVAILABLE_RETRY_SECONDS = 10
const UNFUNDED_RETRY_SECONDS = 30
/** Suppliers of others' stock are asked again so often. */
const STOCK_RETRY_SECONDS = 60

type Negative = Extract<IssueOutcome, { outcome: Refused }>

/** Undefined where the batch was issued. */
export function decideRetry(
  { batch, outcome }: Answered,
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
      return goOn(batch, outcome, routes.get(batch.request.productId) ?? [])
  }
}

/** It is looked up where it is, under its key, and goes nowhere else before that is known. */
function lookUpAgain(batch: LeasedBatch) {
  const { supplier, step, roundOutcome, attempt } = batch
  const stay = { status: 'PROCESSING', waitsFor: undefined, isBound: true } as const
  return { batch, supplier, step, roundOutcome, attempt, ...stay }
}

/** To the next supplier, or to the end of the round. A list that has changed is begun anew. */
function goOn(batch: LeasedBatch, said: Negative, list: readonly SupplierRoute[]): RetryDecision {
  const { step, supplier, attempt } = batch
  const fault = 'reason' in said ? said.reason : 'out of stock'
  const atOnce = {
    status: 'PENDING',
    waitsFor: undefined,
    isBound: false,
    dueInSeconds: 0,
  } as const
  if (!isStill(batch, list[step])) {
    return { batch, supplier, step: 0, roundOutcome: undefined, attempt, fault, ...atOnce }
  }
  const roundOutcome = mostHopeful(batch.roundOutcome, said.outcome)
  if (step + 1 < list.length) {
    return { batch, supplier, step: step + 1, roundOutcome, attempt, fault, ...atOnce }
  }
  return {
    batch,
    step: 0,
    isBound: false,
    roundOutcome: undefined,
    ...endOfRound(batch, roundOutcome, list),
    fault,
  }
}

type EndOfRound = Pick<
  RetryDecision,
  'status' | 'supplier' | 'waitsFor' | 'attempt' | 'dueInSeconds'
>

/** Nobody issued: what the most hopeful of them said decides how it goes on. */
function endOfRound(
  batch: LeasedBatch,
  outcome: Refused,
  list: readonly SupplierRoute[],
): EndOfRound {
  const { supplier, attempt } = batch
  switch (outcome) {
    case 'out_of_stock': {
      // Where an import finds it. Refusals count anew.
      const stock = list.find((one) => one.supplier === STOCK_SUPPLIER)?.supplier
      const isStockAll = list.every((one) => one.supplier === STOCK_SUPPLIER)
      const dueInSeconds = isStockAll ? undefined : STOCK_RETRY_SECONDS
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

function isStill(batch: LeasedBatch, route: SupplierRoute | undefined): boolean {
  return (
    route?.supplier === batch.supplier &&
    // Both come out of the database, which writes equal objects alike.
    JSON.stringify(route.settings) === JSON.stringify(batch.request.settings)
  )
}

function mostHopeful(one: Refused | undefined, other: Refused): Refused {
  return one !== undefined && REFUSED.indexOf(one) > REFUSED.indexOf(other) ? one : other
}

function backoff({ attempt }: LeasedBatch): number {
  return Math.min(BACKOFF_SECONDS_MAX, 2 ** (attempt - 1))
}

/** This time does not count; but a supplier was asked, and may have something to take back. */
function attemptsWithoutThis({ attempt }: LeasedBatch): number {
  return Math.max(1, attempt - 1)
}

function pendingSeconds({ askAgainInSeconds }: { askAgainInSeconds: number }): number {
  const within = Math.min(askAgainInSeconds, PENDING_SECONDS_MAX)
  return within >= PENDING_SECONDS_MIN ? within : PENDING_SECONDS_MIN
}
