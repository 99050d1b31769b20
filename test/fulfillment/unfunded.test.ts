import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql, type Statement } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { recordUnfunded } from '../../src/fulfillment/unfunded.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { claimAll, deliverOver, issuedCode } from '../support/by-hand.ts'
import { passTime, unfundedAccounts } from '../support/unfunded-account.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const
const PHONE = { name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(100)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

/** A supplier at which our account has no funds until `isFunded`. */
function poorSupplier() {
  const respond = (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    Promise.resolve(requests.map(() => (poor.isFunded ? issuedCode() : UNFUNDED)))
  const supplier: Supplier = {
    ...fixture.suppliers.sandbox,
    issue: (requests) => {
      poor.calls += 1
      return respond(requests)
    },
    lookUp: respond,
    accountOf: () => 'main',
  }
  const poor = { isFunded: false, calls: 0, supplier }
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: supplier })
  return poor
}

async function alerts() {
  const { rows } = await listAlerts(fixture.db, { page: 1, pageSize: 10 })
  return rows.map(({ kind, subject, resolvedAt }) => [kind, subject, resolvedAt !== undefined])
}

function accountIn({ account }: Readonly<Record<string, unknown>>): string {
  return String(account)
}

/** Makes the next probe due. */
function probeNow(): Promise<void> {
  return passTime(fixture, '30 seconds')
}

async function readAgain(order: Order): Promise<Order | undefined> {
  return findOrder(fixture.db, order)
}

test('orders of an unfunded account are ON_HOLD and give their holds back', async () => {
  const poor = poorSupplier()
  const orders = [await fixture.place(), await fixture.place()]
  for (const order of orders) await fixture.reaches(order, 'ON_HOLD')

  expect(await fixture.funds()).toEqual({ USD: '100.00' })
  expect(await alerts()).toEqual([['supplier_unfunded', 'supplier:sandbox:main', false]])
  await fixture.deposit(50)
  const { calls } = poor
  await fixture.orders.sweep()
  for (const order of orders) {
    expect(await readAgain(order)).toMatchObject({ status: 'ON_HOLD', heldForSupplier: true })
  }
  expect(poor.calls).toBe(calls)
})

test('one order is probed; once it is issued, all are resumed and the alert is resolved', async () => {
  const poor = poorSupplier()
  const orders = [await fixture.place(), await fixture.place(), await fixture.place()]
  for (const order of orders) await fixture.reaches(order, 'ON_HOLD')
  const { calls } = poor
  await probeNow()
  await expect.poll(() => poor.calls).toBe(calls + 1)
  for (const order of orders) await fixture.reaches(order, 'ON_HOLD')

  poor.isFunded = true
  await probeNow()

  for (const order of orders) await fixture.reaches(order, 'COMPLETED')
  await expect.poll(alerts).toEqual([['supplier_unfunded', 'supplier:sandbox:main', true]])
  const health = await fixture.db.rows(sql`select unfunded_since from supplier_health`)
  expect(health).toEqual([{ unfunded_since: null }])
  expect(fixture.faults).toEqual([])
})

test('supplierFunded makes the next probe due at once', async () => {
  const poor = poorSupplier()
  const order = await fixture.place()
  await fixture.reaches(order, 'ON_HOLD')
  poor.isFunded = true

  await fixture.worker().supplierFunded({ supplier: 'sandbox', account: 'main' })

  await fixture.reaches(order, 'COMPLETED')
})

test('a resumed order takes its hold again, or waits for the funds of its partner', async () => {
  const poor = poorSupplier()
  const order = await fixture.place()
  await fixture.reaches(order, 'ON_HOLD')
  poor.isFunded = true
  await fixture.reverse(95)

  const { calls } = poor
  for (const reason of ['funded', 'once more']) {
    expect(await fixture.orders.retry(order, { actor: TESTER, reason })).toBe(0)
    expect(await readAgain(order)).toMatchObject({ status: 'ON_HOLD', heldForSupplier: false })
  }
  expect(await fixture.db.rows(sql`select due_at from fulfillments`)).toEqual([{ due_at: null }])
  expect(poor.calls).toBe(calls)
  await fixture.deposit(5)

  await fixture.reaches(order, 'COMPLETED')
})

test('an order that waits for a supplier is cancelled by its deadline or by the operator', async () => {
  poorSupplier()
  const [one, other] = [await fixture.place(), await fixture.place()]
  for (const order of [one, other]) await fixture.reaches(order, 'ON_HOLD')

  await fixture.orders.cancel(one, { actor: TESTER, reason: 'asked for' })
  fixture.clock.advance(8 * 86_400_000)

  await fixture.reaches(other, 'CANCELLED')
  expect(await fixture.funds()).toEqual({ USD: '100.00' })
  const [book] = await fixture.db.rows(sql`select orders_on_hold from books`)
  expect(book).toEqual({ orders_on_hold: 0 })
})

test('if a worker ends before it suspends an order, the next one does', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  const orders = { ...fixture.orders, suspend: () => Promise.resolve() }
  await deliverOver(fixture.db, { ...fixture, orders }, { batch, outcome: UNFUNDED })
  expect(await readAgain(order)).toMatchObject({ status: 'PROCESSING' })
  await fixture.db.rows(sql`update fulfillments set due_at = now()`)

  poorSupplier()

  expect(await fixture.reaches(order, 'ON_HOLD')).toMatchObject({ heldForSupplier: true })
})

test('an order without a batch that waits for a supplier is not suspended', async () => {
  const order = await fixture.place()
  await claimAll(fixture)

  await fixture.orders.suspend(fixture.partnerId, [order.orderNo])

  expect(await readAgain(order)).toMatchObject({ status: 'PROCESSING' })
})

test('other batches of a suspended order are completed, and count when it is resumed', async () => {
  await fixture.product({ supplier: 'sandbox', productType: 'TOP_UP', recipientFields: [PHONE] })
  const order = await fixture.place({
    items: [
      { productId: 1, amount: 10, quantity: 1 },
      { productId: 2, amount: 5, quantity: 1, recipient: { phone: '1' } },
      { productId: 1, amount: 20, quantity: 1 },
    ],
  })
  const [unfunded, topUp, lost] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, {
    batch: lost,
    outcome: { outcome: 'unknown', reason: 'x' },
  })
  await deliverOver(fixture.db, fixture, { batch: unfunded, outcome: UNFUNDED })
  expect(await readAgain(order)).toMatchObject({ status: 'ON_HOLD' })

  await deliverOver(fixture.db, fixture, { batch: topUp, outcome: issuedCode() })
  await fixture.db.rows(sql`update fulfillments set due_at = now() where outcome_unknown`)
  const [again] = await claimAll(fixture)
  expect(again?.request.batchNo).toBe(3)
  await deliverOver(fixture.db, fixture, { batch: again, outcome: issuedCode() })
  expect(await readAgain(order)).toMatchObject({ status: 'ON_HOLD' })
  await fixture.orders.retry(order, { actor: TESTER })
  const [last] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch: last, outcome: issuedCode() })

  expect(await fixture.codes(order)).toHaveLength(3)
})

test('an order that is suspended after its account was cleared is resumed', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  const orders = {
    ...fixture.orders,
    async suspend(partnerId: number, orderNos: readonly number[]) {
      await passTime(fixture, '2 hours')
      await unfundedAccounts(fixture).sweep()
      await fixture.orders.suspend(partnerId, orderNos)
    },
  }

  await deliverOver(fixture.db, { ...fixture, orders }, { batch, outcome: UNFUNDED })

  expect(await readAgain(order)).toMatchObject({ status: 'ON_HOLD', heldForSupplier: true })
  fixture.worker()
  await fixture.reaches(order, 'COMPLETED')
})

test('marks are written in the order of their locks: product and account, then accounts, then alerts', async () => {
  await fixture.place()
  const [batch] = await claimAll(fixture)
  if (!batch) throw new Error('nothing was leased')
  const accounts: [number, string][] = [
    [10, 'one'],
    [9, 'two'],
    [9, 'one'],
    [100, 'one'],
  ]
  const tried = accounts.map(([productId, account]) => ({
    batch: { ...batch, request: { ...batch.request, productId, settings: { account } } },
    outcome: UNFUNDED,
  }))
  const written: unknown[] = []
  const write = (statement: Statement<never>): void => {
    const { text, values } = compile(statement)
    const table = /insert into (\w+)/.exec(text)?.[1] ?? ''
    const [first, second, third] = values ?? []
    const key = table === 'supplier_health' ? `${String(first)} ${String(third)}` : second
    written.push(`${table} ${String(key)}`)
  }
  const suppliers = { sandbox: { ...fixture.suppliers.sandbox, accountOf: accountIn } }

  recordUnfunded({ write }, tried, { suppliers, at: 0 })

  expect(written).toEqual([
    'supplier_health 9 one',
    'supplier_health 9 two',
    'supplier_health 10 one',
    'supplier_health 100 one',
    'unfunded_accounts one',
    'unfunded_accounts two',
    'alerts supplier:sandbox:one',
    'alerts supplier:sandbox:two',
  ])
})
