import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateProduct, type ProductInput } from '../../src/catalog/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import { listAttempts, rerouteBatches } from '../../src/fulfillment/mod.ts'
import type { Order } from '../../src/orders/mod.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { type IssueOutcome } from '../../src/supply/mod.ts'
import {
  claimAll,
  deliverOver,
  dueIn,
  endLeases,
  issuedCode,
  secondsUntilDue,
} from '../support/by-hand.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

const NONE = { outcome: 'out_of_stock' } as const
const REFUSED = { outcome: 'refused', reason: 'no' } as const
const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const
const UNKNOWN = { outcome: 'unknown', reason: 'lost' } as const
const FIRST = { supplier: 'sandbox', settings: { account: 'first' } }
const SECOND = { supplier: 'sandbox', settings: { account: 'second' } }

let fixture: FulfillmentFixture
/** The instant before the last outcome was written. */
let since: Date

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
})
afterEach(() => fixture.end())

function productOf(...suppliers: ProductInput['suppliers'] & object) {
  return fixture.product({ supplier: undefined, suppliers })
}

function changeProduct(change: Partial<ProductInput>): Promise<unknown> {
  const context = { suppliers: SUPPLIER_TYPES, now: fixture.clock.now() }
  return transact(fixture.db, async (tx) => {
    await updateProduct(tx, { productId: 1, change }, context)
    await rerouteBatches(tx, 1)
  })
}

async function claimOne(): Promise<LeasedBatch> {
  await endLeases(fixture)
  const [batch] = await claimAll(fixture)
  if (!batch) throw new Error('nothing is due')
  return batch
}

/** Runs one attempt, in which the supplier has this outcome. Returns the supplier. */
async function runAttempt(outcome: IssueOutcome): Promise<string> {
  const batch = await claimOne()
  since = await deliverOver(fixture.db, fixture, { batch, outcome })
  return calledIn(batch)
}

/** Returns the account, or the supplier, that the attempt calls. */
function calledIn({ supplier, request }: LeasedBatch): string {
  const { account } = request.settings
  return typeof account === 'string' ? account : supplier
}

async function attemptLogOf(order: Order): Promise<string[]> {
  const logs = await listAttempts(fixture.db, order, [1])
  return (logs.get(1) ?? []).map(({ supplier, outcome, reason }) =>
    [supplier, outcome, reason].join(' ').trim(),
  )
}

function batchRow() {
  return fixture.db.rows(sql`
    select status, waits_for, attempt, supplier_step, supplier_settings, round_outcome,
      ${secondsUntilDue(since)} as due_in
    from fulfillments`)
}

test('each supplier is called in order, without a pause, and the attempt log names all of them', async () => {
  await productOf(FIRST, SECOND, { supplier: 'generator' })
  const order = await fixture.place()

  const suppliers = [
    await runAttempt(REFUSED),
    await runAttempt(NONE),
    await runAttempt(issuedCode()),
  ]

  expect(suppliers).toEqual(['first', 'second', 'generator'])
  expect(await fixture.codes(order)).toEqual(['N'])
  expect(await attemptLogOf(order)).toEqual(['sandbox refused no', 'sandbox out_of_stock'])
})

function working(reason?: string): IssueOutcome {
  return { outcome: 'pending', askAgainInSeconds: 1, ...(reason !== undefined && { reason }) }
}

test('a supplier that works on a batch is logged once, and again with another reason', async () => {
  await productOf(FIRST)
  const order = await fixture.place()
  for (const outcome of [
    working(),
    working(),
    UNKNOWN,
    UNKNOWN,
    working('lost'),
    working(),
    working('slow'),
    working('slow'),
    working('slower'),
  ])
    await runAttempt(outcome)

  expect(await attemptLogOf(order)).toEqual([
    'sandbox pending',
    'sandbox unknown lost',
    'sandbox unknown lost',
    'sandbox pending slow',
    'sandbox pending slower',
  ])
})

test('one pass over the list is one attempt; the next begins with the first supplier', async () => {
  await productOf(FIRST, SECOND)
  await fixture.place()
  const suppliers: string[] = []
  for (let round = 1; round <= 6; round += 1) {
    suppliers.push(await runAttempt(REFUSED))
    expect(await batchRow()).toMatchObject([
      { status: 'PENDING', supplier_step: 1, due_in: dueIn(0) },
    ])
    suppliers.push(await runAttempt(REFUSED))
    const due_in = dueIn(round < 6 ? 2 ** (round - 1) : null)
    const begins = { supplier_step: 0, supplier_settings: null, round_outcome: null }
    expect(await batchRow()).toEqual([
      { status: 'FAILED', waits_for: null, attempt: round, due_in, ...begins },
    ])
  }
  expect(new Set(suppliers.map((one, at) => `${at % 2} ${one}`))).toEqual(
    new Set(['0 first', '1 second']),
  )
})

test.each<[IssueOutcome, IssueOutcome, object, number?]>([
  [REFUSED, NONE, { status: 'PENDING', waits_for: 'stock' }, 60],
  [NONE, REFUSED, { status: 'PENDING', waits_for: 'stock' }, 60],
  [NONE, UNFUNDED, { status: 'PENDING', waits_for: 'stock' }, 60],
  [UNFUNDED, REFUSED, { status: 'PENDING', waits_for: 'supplier' }],
  [REFUSED, UNFUNDED, { status: 'PENDING', waits_for: 'supplier' }],
  [REFUSED, REFUSED, { status: 'FAILED', waits_for: null }, 1],
])('the first says %j, the second %j: %j', async (one, other, expected, due) => {
  await productOf(FIRST, SECOND)
  await fixture.place()

  await runAttempt(one)
  await runAttempt(other)

  const time = due === undefined ? {} : { due_in: dueIn(due) }
  expect(await batchRow()).toMatchObject([{ ...expected, supplier_step: 0, ...time }])
})

test.each<IssueOutcome>([UNKNOWN, { outcome: 'pending', askAgainInSeconds: 5 }])(
  'an outcome that is $outcome is looked up at its supplier, even if the product has changed',
  async (outcome) => {
    await productOf(FIRST, SECOND)
    await fixture.place()
    await runAttempt(outcome)
    await changeProduct({ suppliers: [{ supplier: 'generator' }, SECOND] })

    for (const again of [outcome, outcome, issuedCode()]) {
      const batch = await claimOne()
      expect(batch).toMatchObject({ isOutcomeUnknown: true, isBound: true, step: 0 })
      expect(calledIn(batch)).toBe('first')
      await deliverOver(fixture.db, fixture, { batch, outcome: again })
    }
  },
)

test('after a worker died, the batch goes to the same supplier with the same settings', async () => {
  await productOf(FIRST, SECOND)
  await fixture.place()
  await runAttempt(REFUSED)
  const abandoned = await claimOne()
  expect([calledIn(abandoned), abandoned.isBound]).toEqual(['second', false])
  await changeProduct({ suppliers: [{ supplier: 'generator' }] })

  const again = await claimOne()

  expect(again).toMatchObject({
    isBound: true,
    isOutcomeUnknown: false,
    attempt: abandoned.attempt + 1,
  })
  expect(calledIn(again)).toBe('second')
})

test('if the list changed during a call, the batch begins at the first supplier', async () => {
  await productOf(FIRST, SECOND)
  await fixture.place()
  const batch = await claimOne()
  await changeProduct({ suppliers: [SECOND, FIRST] })
  await deliverOver(fixture.db, fixture, { batch, outcome: REFUSED })

  expect([await runAttempt(REFUSED), await runAttempt(issuedCode())]).toEqual(['second', 'first'])
})

test('if the list became shorter than the step of a batch, it begins at the first supplier', async () => {
  await productOf(FIRST, SECOND)
  await fixture.place()
  await runAttempt(REFUSED)
  await changeProduct({ suppliers: [{ supplier: 'generator' }] })

  expect(await runAttempt(issuedCode())).toBe('generator')
})

test('imported stock serves a waiting batch, wherever the vault is in the list', async () => {
  const none = { supplier: 'sandbox', settings: { outcome: 'out_of_stock' } }
  const product = await productOf(none, { supplier: 'vault' })
  fixture.worker()
  const order = await fixture.place()
  await fixture.reaches(order, 'OUT_OF_STOCK')

  await fixture.import(product, ['A-1'])

  expect(await fixture.codes(order)).toEqual(['A-1'])
  expect(await attemptLogOf(order)).toEqual(['sandbox out_of_stock', 'vault out_of_stock'])
})

test('a batch with a reservation is delivered from stock, even if the vault leaves the list', async () => {
  const product = await productOf({ supplier: 'vault' }, FIRST)
  const order = await fixture.place()
  expect([await runAttempt(NONE), await runAttempt(NONE)]).toEqual(['vault', 'first'])
  await fixture.import(product, ['A-1'])
  await changeProduct({ supplier: 'generator' })

  fixture.worker()

  expect(await fixture.codes(order)).toEqual(['A-1'])
})

test('a worker that is late reserves no stock for a batch that another supplier issued', async () => {
  const product = await productOf({ supplier: 'vault' }, { supplier: 'generator' })
  const order = await fixture.place()
  const late = await claimOne()
  expect(late.supplier).toBe('vault')
  await fixture.db.rows(sql`update fulfillments set due_at = now()`)
  fixture.worker()
  await fixture.reaches(order, 'COMPLETED')
  await fixture.import(product, ['A-1'])

  const answer = await fixture.suppliers.vault.issue([late.request])

  expect(answer).toMatchObject([{ outcome: 'unknown' }])
  expect(await fixture.db.rows(sql`select from stock_reservations`)).toEqual([])
})

test('the attempt log has the latest hundred rows of a batch', async () => {
  await productOf(FIRST)
  const order = await fixture.place()
  for (let call = 0; call < 103; call += 1)
    await runAttempt({ outcome: 'unavailable', reason: `${call}` })

  const trail = await attemptLogOf(order)

  expect(trail).toHaveLength(100)
  expect(trail.at(-1)).toBe('sandbox unavailable 102')
})
