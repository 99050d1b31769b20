import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { startDomain } from '../support/domain.ts'
import { eventually, withoutPauses } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { pauseBefore } from '../support/pause.ts'
import { TESTER } from '../support/tester.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(100)
})
afterEach(() => fixture.end())

test('a retry that races with a cancellation makes no cancelled batch due', async () => {
  await fixture.product({ supplier: 'sandbox' })
  const order = await fixture.place()
  await fixture.db.rows(sql`update fulfillments set status = 'FAILED', due_at = null`)
  const db = fixture.connectAgain()
  const other = startDomain(db, fixture.clock)
  const pause = pauseBefore(db, /^begin/)

  const retried = other.orders.retry(order, { actor: TESTER }).catch((error: unknown) => error)
  await pause.reached
  await fixture.orders.cancel(order, { actor: TESTER, reason: 'asked by the partner' })
  pause.resume()

  expect(await retried).toMatchObject({ kind: 'order_final' })
  const { rows } = await fixture.db.pool.query('select status, due_at from fulfillments')
  expect(rows).toEqual([{ status: 'FAILED', due_at: null }])
})

type Answer = 'issued' | 'out_of_stock' | 'refused' | 'unknown'

/** A supplier that waits at a gate, then delivers top-ups and records them. */
interface PhoneOperator extends Supplier {
  readonly callCount: number
  readonly delivered: ReadonlySet<number>
  readonly gate: Gate
}

function topUpOperator(answers: readonly Answer[] = []): PhoneOperator {
  const gate = new Gate()
  const delivered = new Set<number>()
  const remaining = [...answers]
  let calls = 0
  const issue = async (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> => {
    calls += 1
    await gate.passed()
    return requests.map((request) => {
      const outcome = remaining.shift() ?? answers.at(-1) ?? 'issued'
      if (outcome === 'issued' || outcome === 'unknown') delivered.add(request.orderNo)
      return answerOf(outcome, request)
    })
  }
  return {
    name: 'sandbox',
    gate,
    delivered,
    get callCount() {
      return calls
    },
    issue,
    lookUp: issue,
    release: () => Promise.resolve(),
  }
}

function answerOf(outcome: Answer, { quantity }: IssueRequest): IssueOutcome {
  if (outcome === 'out_of_stock') return { outcome }
  if (outcome !== 'issued') return { outcome, reason: 'as the test has it' }
  const code = { giftCardNumber: 'R', giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
  return { outcome, goods: [{ codes: Array.from({ length: quantity }, () => code) }] }
}

/** A top-up of 10 that was requested from the phone operator, without a response yet. */
async function topUpUnderWay(operator: PhoneOperator): Promise<Order> {
  await fixture.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
  const order = await fixture.place({
    items: [{ productId: 1, amount: 10, quantity: 1, recipient: { phone: '123' } }],
  })
  await eventually(() => expect(operator.callCount).toBeGreaterThan(0))
  return order
}

test('a top-up under way when a reversal suspends its order stays paid, and completes it', async () => {
  const operator = topUpOperator()
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: operator })
  const order = await topUpUnderWay(operator)
  await fixture.reverse(100)
  await fixture.reaches(order, 'ON_HOLD')

  await expect(
    fixture.orders.cancel(order, { actor: TESTER, reason: 'asked' }),
  ).rejects.toMatchObject({
    kind: 'delivery_under_way',
  })
  operator.gate.open()

  const completed = await fixture.reaches(order, 'COMPLETED')
  expect(operator.delivered.size).toBe(1)
  expect(completed.chargedMinor).toBe(1_000n)
  expect(await fixture.funds()).toEqual({ USD: '-10.00' })
})

test('a top-up that fails while its order waits for funds is bought only after a deposit', async () => {
  const operator = topUpOperator(['refused', 'issued'])
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: operator })
  const order = await topUpUnderWay(operator)
  await fixture.reverse(100)
  await fixture.reaches(order, 'ON_HOLD')
  operator.gate.open()

  await expect.poll(batches).toMatchObject([{ status: 'PENDING', waits_for: 'funds', due: false }])
  await fixture.deposit(100)

  await fixture.reaches(order, 'COMPLETED')
  expect(await fixture.funds()).toEqual({ USD: '90.00' })
})

test('a worker that stops leaves the batches that it has requested PROCESSING', async () => {
  const operator = topUpOperator()
  const worker = fixture.worker(fixture, { ...fixture.suppliers, sandbox: operator })
  const order = await topUpUnderWay(operator)

  await withoutPauses(worker.stop())

  await expect(
    fixture.orders.cancel(order, { actor: TESTER, reason: 'asked' }),
  ).rejects.toMatchObject({
    kind: 'delivery_under_way',
  })
  expect(await batches()).toMatchObject([{ status: 'PROCESSING', due: true }])
  operator.gate.open()
})

test('an order can be cancelled once an unknown outcome proves to be out of stock', async () => {
  const operator = topUpOperator(['unknown', 'out_of_stock'])
  operator.gate.open()
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: operator })
  const order = await topUpUnderWay(operator)
  await withoutBackoffs(fixture.db, fixture.reaches(order, 'OUT_OF_STOCK'))

  await fixture.orders.cancel(order, { actor: TESTER, reason: 'asked' })

  expect(await fixture.funds()).toEqual({ USD: '100.00' })
})

async function batches(): Promise<unknown[]> {
  const { rows } = await fixture.db.pool.query(
    'select status, waits_for, due_at is not null as due from fulfillments',
  )
  return rows
}
