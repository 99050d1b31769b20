import { expect, test } from 'vitest'
import type { SupplierRoute } from '../../src/catalog/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import { decideRetry, type RetryDecision } from '../../src/fulfillment/retry-decision.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'

const PRODUCT = 5
const FIRST: SupplierRoute = { supplier: 'sandbox', settings: { account: 'first' } }
const SECOND: SupplierRoute = { supplier: 'upstream', settings: {} }
const STOCK: SupplierRoute = { supplier: 'vault', settings: {} }

const REFUSED = { outcome: 'refused', reason: 'no' } as const
const UNAVAILABLE = { outcome: 'unavailable', reason: 'away' } as const
const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const
const NONE = { outcome: 'out_of_stock' } as const
const FAILURES = [REFUSED, UNAVAILABLE, UNFUNDED, NONE]

/** A batch of the first supplier, at its first attempt. */
function aBatch(fields: Partial<LeasedBatch> = {}, { supplier, settings } = FIRST): LeasedBatch {
  const request = {
    partnerId: 1,
    orderNo: 1,
    batchNo: 1,
    productId: PRODUCT,
    currency: 'USD',
    faceValueMinor: minorUnits(100n),
    quantity: 1,
    leaseEpoch: 1n,
    recipient: undefined,
    settings,
  }
  return {
    request,
    supplier,
    step: 0,
    roundOutcome: undefined,
    isBound: false,
    firstItemNo: 1,
    attempt: 1,
    epoch: 1n,
    isOutcomeUnknown: false,
    lastFault: undefined,
    isTakenBack: false,
    ...fields,
  }
}

function decide(
  batch: LeasedBatch,
  outcome: IssueOutcome,
  list: readonly SupplierRoute[] = [FIRST],
): Omit<RetryDecision, 'batch'> | undefined {
  const decision = decideRetry({ batch, outcome }, new Map([[PRODUCT, list]]))
  if (!decision) return undefined
  const { batch: decided, ...rest } = decision
  expect(decided).toBe(batch)
  return rest
}

test('nothing follows for a batch that was issued', () => {
  expect(decide(aBatch(), { outcome: 'issued', goods: [] })).toBeUndefined()
})

test('a lost response is looked up at its supplier, later each time, at most after a minute', () => {
  const batch = aBatch({ step: 1, roundOutcome: 'unavailable' })
  expect(decide(batch, { outcome: 'unknown', reason: 'lost' })).toEqual({
    supplier: 'sandbox',
    step: 1,
    roundOutcome: 'unavailable',
    status: 'PROCESSING',
    waitsFor: undefined,
    isBound: true,
    attempt: 1,
    fault: 'lost',
    dueInSeconds: 1,
  })
  const seconds = [2, 3, 6, 7, 20].map(
    (attempt) => decide(aBatch({ attempt }), { outcome: 'unknown', reason: 'lost' })?.dueInSeconds,
  )
  expect(seconds).toEqual([2, 4, 32, 60, 60])
})

function pending(askAgainInSeconds: number) {
  return decide(aBatch({ attempt: 3 }), { outcome: 'pending', askAgainInSeconds })
}

test('a supplier that works on a batch sets the next lookup, from a second to ten minutes', () => {
  expect(pending(30)).toMatchObject({
    status: 'PROCESSING',
    isBound: true,
    attempt: 2,
    fault: undefined,
  })
  expect([0.5, 1, 30, 600, 601, Number.NaN].map((one) => pending(one)?.dueInSeconds)).toEqual([
    1, 1, 30, 600, 600, 1,
  ])
})

test('after a definite failure, the next supplier is called at once', () => {
  for (const failure of FAILURES) {
    expect(decide(aBatch({ attempt: 2 }), failure, [FIRST, SECOND])).toEqual({
      supplier: 'sandbox',
      step: 1,
      roundOutcome: failure.outcome,
      status: 'PENDING',
      waitsFor: undefined,
      isBound: false,
      attempt: 2,
      fault: 'reason' in failure ? failure.reason : 'out of stock',
      dueInSeconds: 0,
    })
  }
})

test('the most promising failure of a pass is recorded', () => {
  const outcomes = FAILURES.map((failure) =>
    FAILURES.map(
      (before) =>
        decide(aBatch({ roundOutcome: before.outcome }), failure, [FIRST, SECOND])?.roundOutcome,
    ),
  )

  expect(outcomes).toEqual([
    ['refused', 'unavailable', 'unfunded', 'out_of_stock'],
    ['unavailable', 'unavailable', 'unfunded', 'out_of_stock'],
    ['unfunded', 'unfunded', 'unfunded', 'out_of_stock'],
    ['out_of_stock', 'out_of_stock', 'out_of_stock', 'out_of_stock'],
  ])
})

test('a batch begins again if its list of suppliers has another supplier, account or length', () => {
  const expected = {
    supplier: 'sandbox',
    step: 0,
    roundOutcome: undefined,
    status: 'PENDING',
    waitsFor: undefined,
    isBound: false,
    attempt: 1,
    fault: 'no',
    dueInSeconds: 0,
  }
  const settings = { account: 'another' }
  for (const list of [[SECOND], [{ ...FIRST, settings }], []]) {
    expect(decide(aBatch({ roundOutcome: 'unfunded' }), REFUSED, list)).toEqual(expected)
  }
  const other = decideRetry({ batch: aBatch(), outcome: REFUSED }, new Map())
  expect(other).toMatchObject(expected)
})

test('a batch that the last supplier refuses is tried again later, six times in all', () => {
  const failed = [1, 5, 6, 7].map((attempt) => decide(aBatch({ attempt }), REFUSED))

  expect(failed[0]).toEqual({
    supplier: 'sandbox',
    step: 0,
    roundOutcome: undefined,
    status: 'FAILED',
    waitsFor: undefined,
    isBound: false,
    attempt: 1,
    fault: 'no',
    dueInSeconds: 1,
  })
  expect(failed.map((one) => one?.dueInSeconds)).toEqual([1, 16, undefined, undefined])
})

test('a supplier that is away or unfunded is called again, and the attempt does not count', () => {
  const own = { supplier: 'sandbox', step: 0, isBound: false, roundOutcome: undefined }
  const waits = { ...own, status: 'PENDING', attempt: 2 }

  expect(decide(aBatch({ attempt: 3 }), UNAVAILABLE)).toEqual({
    ...waits,
    waitsFor: undefined,
    fault: 'away',
    dueInSeconds: 10,
  })
  expect(decide(aBatch({ attempt: 3 }), UNFUNDED)).toEqual({
    ...waits,
    waitsFor: 'supplier',
    fault: 'dry',
    dueInSeconds: 30,
  })
  expect(decide(aBatch({ attempt: 1 }), UNFUNDED)?.attempt).toBe(1)
  expect(decide(aBatch({ attempt: 1 }), UNAVAILABLE)?.attempt).toBe(1)
})

test('without stock a batch waits for an import, or a minute if others may have some', () => {
  const wait = { status: 'PENDING', waitsFor: 'stock', attempt: 1, fault: 'out of stock' }
  const stockBatch = aBatch({ attempt: 4 }, STOCK)

  expect(decide(stockBatch, NONE, [STOCK])).toMatchObject({
    ...wait,
    supplier: 'vault',
    dueInSeconds: undefined,
  })
  expect(decide(aBatch({ attempt: 4 }), NONE, [FIRST])).toMatchObject({
    ...wait,
    supplier: 'sandbox',
    dueInSeconds: 60,
  })
  const last = aBatch({ attempt: 4, step: 1, roundOutcome: 'out_of_stock' })
  expect(decide(last, UNFUNDED, [STOCK, FIRST])).toMatchObject({
    ...wait,
    fault: 'dry',
    supplier: 'vault',
    step: 0,
    roundOutcome: undefined,
    dueInSeconds: 60,
  })
})
