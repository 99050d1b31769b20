import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { MoneyHistory } from './money-history.ts'
import type { Step } from './money-steps.ts'
import { CURRENCIES, openFixture, setRates } from './money-fixture.ts'
import { MoodySupplier } from './moody-supplier.ts'
import { expectStatementsAddUp } from './statements-add-up.ts'

const RUNS = 12
const STEPS_MAX = 24
const BATCH_UNITS = 2

const code = fc.constantFrom(...CURRENCIES)
const units = fc.integer({ min: 1, max: 60 })
const line = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 5 }))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('place' as const),
      code,
      lines: fc.array(line, { minLength: 1, maxLength: 2 }),
    }),
  },
  fc.record({
    act: fc.constant('deposit' as const),
    code,
    units: fc.integer({ min: 50, max: 2_000 }),
  }),
  fc.record({
    act: fc.constant('reverse' as const),
    code,
    units: fc.integer({ min: 10, max: 900 }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('cancel', 'retry'), at: fc.nat(20) }),
  },
  fc.record({ act: fc.constantFrom('credit', 'debit'), code, units }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      at: fc.nat(20),
      item: fc.nat(9),
      isPartial: fc.boolean(),
    }),
  },
  fc.record({ act: fc.constant('restock' as const), count: fc.integer({ min: 1, max: 6 }) }),
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('work', 'hurry') }) },
  fc.record({ act: fc.constant('deadline' as const) }),
)

/** Begins with money everywhere, so that most orders are accepted. */
const fundingSteps: readonly Step[] = [
  { act: 'deposit', code: 'JPY', units: 9_000 },
  { act: 'deposit', code: 'USD', units: 90 },
  { act: 'deposit', code: 'KWD', units: 60 },
]

const waitingSteps: Step[] = Array.from({ length: 8 }, (_, at) => ({
  act: at % 2 === 0 ? 'work' : 'hurry',
}))

/** Bills that are paid, and an order that is cancelled because its codes never come. */
const stepsToPartialDelivery: Step[] = [
  { act: 'deposit', code: 'KWD', units: 60 },
  {
    act: 'place',
    code: 'KWD',
    lines: [
      [4, 8],
      [0, 1],
    ],
  },
  ...waitingSteps,
  { act: 'work' },
  { act: 'cancel', at: 0 },
]

/** An order that has codes of the stock when it is cancelled. */
const stepsToReturnedCodes: Step[] = [
  { act: 'restock', count: 6 },
  {
    act: 'place',
    code: 'JPY',
    lines: [
      [0, 3],
      [2, 5],
    ],
  },
  { act: 'work' },
  { act: 'cancel', at: 0 },
]

/** Amounts above the balance of a wallet and of the partner, and an order that completes. */
const refusedSteps: Step[] = [
  { act: 'debit', code: 'USD', units: 1 },
  { act: 'credit', code: 'USD', units: 1_000 },
  { act: 'place', code: 'JPY', lines: [[5, 1]] },
]

/** Refunds the items of an order that completes: one whole, one in part, and one twice. */
const refundSteps: Step[] = [
  { act: 'place', code: 'JPY', lines: [[5, 3]] },
  { act: 'work' },
  { act: 'refund', at: 0, item: 0, isPartial: false },
  { act: 'refund', at: 0, item: 1, isPartial: true },
  { act: 'refund', at: 0, item: 0, isPartial: false },
]

let fixture: FulfillmentFixture
const supplier = new MoodySupplier()

beforeAll(async () => {
  fixture = await startFulfillmentFixture(BATCH_UNITS)
  await setRates(fixture)
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: supplier })
})
afterAll(() => fixture.end())

test('any history of orders and funds keeps every minor unit and code, and events give each status', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: STEPS_MAX, size: 'max' }), async (steps) => {
      supplier.isHealed = false
      const money = await openFixture(fixture)
      const history = new MoneyHistory(fixture, money, supplier)
      for (const one of [...fundingSteps, ...steps]) await history.perform(one)
      await history.end()
      await expectStatementsAddUp(fixture.db, money.partnerId)
      for (const one of history.seen) seen.add(one)
    }),
    {
      numRuns: RUNS,
      seed: 20_260_102,
      examples: [[stepsToPartialDelivery], [stepsToReturnedCodes], [refusedSteps], [refundSteps]],
      endOnFailure: true,
    },
  )
  // Only the examples guarantee these events: in other histories, the worker may act at any time.
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining([
      'CANCELLED',
      'CANCELLED, charged in part',
      'COMPLETED',
      'insufficient_funds',
      'refunded',
      'wallet_insufficient',
    ]),
  )
  expect(fixture.faults).toEqual([])
})
