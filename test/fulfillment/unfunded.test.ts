import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql, type Statement } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { recordUnfunded } from '../../src/fulfillment/unfunded.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { claimAll, deliverOver, issuedCode } from '../support/by-hand.ts'
import { passTime, unfundedAccounts } from '../support/unfunded-account.ts'
import { startWorks, type Works } from '../support/works.ts'

const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const
const PHONE = { name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(100)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

/** A supplier at which we have an account that is dry until it is funded. */
function poorSupplier() {
  const answer = (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    Promise.resolve(requests.map(() => (poor.isFunded ? issuedCode() : UNFUNDED)))
  const supplier: Supplier = {
    ...works.suppliers.sandbox,
    issue: (requests) => {
      poor.asked += 1
      return answer(requests)
    },
    lookUp: answer,
    accountOf: () => 'main',
  }
  const poor = { isFunded: false, asked: 0, supplier }
  works.worker(works, { ...works.suppliers, sandbox: supplier })
  return poor
}

async function alerts() {
  const { rows } = await listAlerts(works.db, { page: 1, pageSize: 10 })
  return rows.map(({ kind, subject, resolvedAt }) => [kind, subject, resolvedAt !== undefined])
}

function accountIn({ account }: Readonly<Record<string, unknown>>): string {
  return String(account)
}

/** Makes the next probe due. */
function probeNow(): Promise<void> {
  return passTime(works, '30 seconds')
}

async function seen(order: Order): Promise<Order | undefined> {
  return findOrder(works.db, order)
}

test('orders of an unfunded account are ON_HOLD and give their holds back', async () => {
  const poor = poorSupplier()
  const orders = [await works.place(), await works.place()]
  for (const order of orders) await works.reaches(order, 'ON_HOLD')

  expect(await works.funds()).toEqual({ USD: '100.00' })
  expect(await alerts()).toEqual([['supplier_unfunded', 'supplier:sandbox/main', false]])
  await works.deposit(50)
  const { asked } = poor
  await works.orders.sweep()
  for (const order of orders) {
    expect(await seen(order)).toMatchObject({ status: 'ON_HOLD', heldForSupplier: true })
  }
  expect(poor.asked).toBe(asked)
})

test('one order is probed; once it is issued, all are resumed and the alert is resolved', async () => {
  const poor = poorSupplier()
  const orders = [await works.place(), await works.place(), await works.place()]
  for (const order of orders) await works.reaches(order, 'ON_HOLD')
  const { asked } = poor
  await probeNow()
  await expect.poll(() => poor.asked).toBe(asked + 1)
  for (const order of orders) await works.reaches(order, 'ON_HOLD')

  poor.isFunded = true
  await probeNow()

  for (const order of orders) await works.reaches(order, 'COMPLETED')
  await expect.poll(alerts).toEqual([['supplier_unfunded', 'supplier:sandbox/main', true]])
  const health = await works.db.rows(sql`select unfunded_since from supplier_health`)
  expect(health).toEqual([{ unfunded_since: null }])
  expect(works.faults).toEqual([])
})

test('supplierFunded makes the next probe due at once', async () => {
  const poor = poorSupplier()
  const order = await works.place()
  await works.reaches(order, 'ON_HOLD')
  poor.isFunded = true

  await works.worker().supplierFunded({ supplier: 'sandbox', account: 'main' })

  await works.reaches(order, 'COMPLETED')
})

test('a resumed order takes its hold again, or waits for the funds of its partner', async () => {
  const poor = poorSupplier()
  const order = await works.place()
  await works.reaches(order, 'ON_HOLD')
  poor.isFunded = true
  await works.reverse(95)

  const { asked } = poor
  for (const reason of ['funded', 'once more']) {
    expect(await works.orders.retry(order, { actor: 'test', reason })).toBe(0)
    expect(await seen(order)).toMatchObject({ status: 'ON_HOLD', heldForSupplier: false })
  }
  expect(await works.db.rows(sql`select due_at from fulfillments`)).toEqual([{ due_at: null }])
  expect(poor.asked).toBe(asked)
  await works.deposit(5)

  await works.reaches(order, 'COMPLETED')
})

test('an order that waits for a supplier is cancelled by its deadline or by the operator', async () => {
  poorSupplier()
  const [one, other] = [await works.place(), await works.place()]
  for (const order of [one, other]) await works.reaches(order, 'ON_HOLD')

  await works.orders.cancel(one, { actor: 'test', reason: 'asked for' })
  works.clock.advance(8 * 86_400_000)

  await works.reaches(other, 'CANCELLED')
  expect(await works.funds()).toEqual({ USD: '100.00' })
  const [book] = await works.db.rows(sql`select orders_on_hold from books`)
  expect(book).toEqual({ orders_on_hold: 0 })
})

test('if a worker ends before it suspends an order, the next one does', async () => {
  const order = await works.place()
  const [batch] = await claimAll(works)
  const orders = { ...works.orders, suspend: () => Promise.resolve() }
  await deliverOver(works.db, { ...works, orders }, { batch, outcome: UNFUNDED })
  expect(await seen(order)).toMatchObject({ status: 'PROCESSING' })
  await works.db.rows(sql`update fulfillments set due_at = now()`)

  poorSupplier()

  expect(await works.reaches(order, 'ON_HOLD')).toMatchObject({ heldForSupplier: true })
})

test('other batches of a suspended order are completed, and count when it is resumed', async () => {
  await works.product({ supplier: 'sandbox', productType: 'TOP_UP', recipientFields: [PHONE] })
  const order = await works.place({
    items: [
      { productId: 1, amount: 10, quantity: 1 },
      { productId: 2, amount: 5, quantity: 1, recipient: { phone: '1' } },
      { productId: 1, amount: 20, quantity: 1 },
    ],
  })
  const [unfunded, topUp, lost] = await claimAll(works)
  await deliverOver(works.db, works, { batch: lost, outcome: { outcome: 'unknown', reason: 'x' } })
  await deliverOver(works.db, works, { batch: unfunded, outcome: UNFUNDED })
  expect(await seen(order)).toMatchObject({ status: 'ON_HOLD' })

  await deliverOver(works.db, works, { batch: topUp, outcome: issuedCode() })
  await works.db.rows(sql`update fulfillments set due_at = now() where outcome_unknown`)
  const [again] = await claimAll(works)
  expect(again?.request.batchNo).toBe(3)
  await deliverOver(works.db, works, { batch: again, outcome: issuedCode() })
  expect(await seen(order)).toMatchObject({ status: 'ON_HOLD' })
  await works.orders.retry(order, { actor: 'test' })
  const [last] = await claimAll(works)
  await deliverOver(works.db, works, { batch: last, outcome: issuedCode() })

  expect(await works.codes(order)).toHaveLength(3)
})

test('an order that is suspended after its account was cleared is resumed', async () => {
  const order = await works.place()
  const [batch] = await claimAll(works)
  const orders = {
    ...works.orders,
    async suspend(partnerId: number, orderNos: readonly number[]) {
      await passTime(works, '2 hours')
      await unfundedAccounts(works).sweep()
      await works.orders.suspend(partnerId, orderNos)
    },
  }

  await deliverOver(works.db, { ...works, orders }, { batch, outcome: UNFUNDED })

  expect(await seen(order)).toMatchObject({ status: 'ON_HOLD', heldForSupplier: true })
  works.worker()
  await works.reaches(order, 'COMPLETED')
})

test('marks are written in the order of their locks: product and account, then accounts, then alerts', async () => {
  await works.place()
  const [batch] = await claimAll(works)
  if (!batch) throw new Error('nothing was leased')
  const asked: [number, string][] = [
    [10, 'one'],
    [9, 'two'],
    [9, 'one'],
    [100, 'one'],
  ]
  const tried = asked.map(([productId, account]) => ({
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
  const suppliers = { sandbox: { ...works.suppliers.sandbox, accountOf: accountIn } }

  recordUnfunded({ write }, tried, { suppliers, at: 0 })

  expect(written).toEqual([
    'supplier_health 9 one',
    'supplier_health 9 two',
    'supplier_health 10 one',
    'supplier_health 100 one',
    'unfunded_accounts one',
    'unfunded_accounts two',
    'alerts supplier:sandbox/one',
    'alerts supplier:sandbox/two',
  ])
})
