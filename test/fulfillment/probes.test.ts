import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, transact, type Database } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { clearMarksOfProduct, expireProbe } from '../../src/fulfillment/unfunded-rows.ts'
import type { UnfundedAccounts } from '../../src/fulfillment/unfunded.ts'
import { issuedCode } from '../support/by-hand.ts'
import {
  deliverDue,
  deliverIssued,
  isAlertOpen,
  passTime,
  placeHeld,
  runProbe,
  SANDBOX,
  unfundedAccounts,
} from '../support/unfunded-account.ts'
import { pauseBefore } from '../support/pause.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

const CARD = { items: [{ productId: 2, amount: 10, quantity: 1 }] }

let fixture: FulfillmentFixture
let accounts: UnfundedAccounts

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  accounts = unfundedAccounts(fixture)
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

test('while the account refuses, each probe resumes one order, in turn', async () => {
  await placeHeld(fixture, 3)

  const probed: number[] = []
  for (let at = 0; at < 4; at += 1) {
    await runProbe(fixture, accounts)
    probed.push(...(await deliverDue(fixture)))
  }

  expect(probed).toEqual([1, 2, 3, 1])
})

test('a probe begins half a minute after the last one, or at once after a top-up', async () => {
  await placeHeld(fixture, 1)
  // Far from the limit, even on a slow machine.
  await passTime(fixture, '-1 hour')
  await accounts.sweep()
  expect(await deliverDue(fixture)).toEqual([])

  await fixture.db.rows(expireProbe(SANDBOX))
  await accounts.sweep()

  expect(await deliverDue(fixture)).toEqual([1])
})

test('an account that has been without funds for hours is probed every quarter of an hour', async () => {
  await placeHeld(fixture, 1)
  await fixture.db.rows(sql`update supplier_health set unfunded_since = now() - interval '8 hours'`)
  await passTime(fixture, '14 minutes')
  await accounts.sweep()
  expect(await deliverDue(fixture)).toEqual([])

  await passTime(fixture, '1 minute')
  await accounts.sweep()

  expect(await deliverDue(fixture)).toEqual([1])
})

test('once a probe is issued, all orders are resumed and the alert is resolved', async () => {
  await placeHeld(fixture, 3)
  await runProbe(fixture, accounts)
  await deliverIssued(fixture, accounts, issuedCode())
  expect(await isAlertOpen(fixture)).toBe(true)

  await accounts.sweep()

  expect(await deliverDue(fixture, issuedCode(), issuedCode())).toEqual([2, 3])
  expect(await isAlertOpen(fixture)).toBe(false)
  expect(await fixture.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

test('a probe that is issued counts, even if a top-up has made the next one due', async () => {
  await placeHeld(fixture, 1)
  await runProbe(fixture, accounts)
  await fixture.db.rows(expireProbe(SANDBOX))
  await deliverIssued(fixture, accounts, issuedCode())

  await accounts.sweep()

  expect(await isAlertOpen(fixture)).toBe(false)
  expect(await fixture.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

test('an account that has refused a batch since its last probe is not cleared by an issue', async () => {
  await placeHeld(fixture, 3)
  await runProbe(fixture, accounts)
  await deliverIssued(fixture, accounts, issuedCode())
  await fixture.place()
  expect(await deliverDue(fixture)).toEqual([4])

  await accounts.sweep()

  expect(await deliverDue(fixture)).toEqual([])
  expect(await isAlertOpen(fixture)).toBe(true)
})

test('a probe passes over an order that its partner can no longer pay', async () => {
  await fixture.product({ supplier: 'sandbox' })
  await fixture.place({ items: [{ productId: 1, amount: 900, quantity: 1 }] })
  await deliverDue(fixture)
  await placeHeld(fixture, 1)
  await fixture.reverse(500)

  await runProbe(fixture, accounts)

  expect(await deliverDue(fixture)).toEqual([2])
})

test('if no order waits, an account is cleared after an issue or an hour without a refusal', async () => {
  await fixture.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  await fixture.place(CARD)
  await deliverDue(fixture)
  await deliverDue(fixture, issuedCode())
  await passTime(fixture, '59 minutes')
  await accounts.sweep()
  expect(await isAlertOpen(fixture)).toBe(true)
  await fixture.place(CARD)
  await deliverIssued(fixture, accounts, issuedCode())
  await accounts.sweep()
  expect(await isAlertOpen(fixture)).toBe(false)

  await fixture.place(CARD)
  await deliverDue(fixture)
  await deliverDue(fixture, issuedCode())
  await passTime(fixture, '2 hours')
  await accounts.sweep()

  expect(await isAlertOpen(fixture)).toBe(false)
  expect(await fixture.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

/** Changes the suppliers of a product, as an operator does. */
async function changeSupplier(productId: number, supplier: string): Promise<void> {
  await transact(fixture.db, async (tx) => {
    tx.write(clearMarksOfProduct(productId))
    await tx.rows(sql`
      update products set supplier = ${supplier} where product_id = ${productId}`)
  })
}

async function markedProducts(): Promise<number[]> {
  const rows = await fixture.db.rows(
    sql<{ product_id: number }>`
      select product_id from supplier_health where unfunded_since is not null
      order by product_id`,
  )
  return rows.map((row) => row.product_id)
}

test('an account is cleared once the last product that it could not pay has other suppliers', async () => {
  await fixture.product({ supplier: 'sandbox' })
  for (const productId of [1, 2]) {
    await fixture.place({ items: [{ productId, amount: 10, quantity: 1 }] })
    await deliverDue(fixture)
  }

  for (const productId of [1, 2]) {
    await changeSupplier(productId, 'generator')
    await accounts.sweep()
    expect(await deliverDue(fixture, issuedCode())).toEqual([productId])
    await runProbe(fixture, accounts)
    await deliverDue(fixture)
    expect(await markedProducts()).toEqual([2].slice(productId - 1))
    expect(await isAlertOpen(fixture)).toBe(productId === 1)
  }

  expect(await fixture.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

test('a product that is marked while its account is cleared leaves the alert open', async () => {
  await placeHeld(fixture, 1)
  await fixture.product({ supplier: 'sandbox' })
  await changeSupplier(1, 'generator')
  await fixture.place(CARD)
  const slow = fixture.connectAgain()
  const pause = pauseBefore(slow, /from unfunded_accounts\s+where supplier[^;]*for update/)

  const cleared = runProbe(fixture, unfundedAccounts(fixture, { db: slow }))
  await pause.reached
  await deliverDue(fixture)
  pause.resume()
  await cleared

  expect(await markedProducts()).toEqual([2])
  expect(await isAlertOpen(fixture)).toBe(true)
})

test('an order that cannot be resumed does not stop other orders or the next probe', async () => {
  await placeHeld(fixture, 3)
  const { orders } = fixture
  const resume = (partnerId: number, orderNo: number): Promise<boolean> =>
    orderNo === 1 ? Promise.reject(new Error('torn')) : orders.resume(partnerId, orderNo)
  const failing = unfundedAccounts(fixture, { orders: { ...orders, resume } })

  await runProbe(fixture, failing)
  expect(await deliverDue(fixture)).toEqual([2])
  await runProbe(fixture, failing)

  expect(await deliverDue(fixture)).toEqual([3])
  expect(fixture.faults.map(String)).toEqual(['Error: torn'])
})

test('an account whose probe fails does not stop another one', async () => {
  await fixture.db.rows(sql`
    insert into unfunded_accounts (supplier, account, refused_at, probed_at)
    values ('sandbox', 'torn', now(), now())`)
  await placeHeld(fixture, 1)
  const db: Database = Object.assign(Object.create(fixture.db) as Database, {
    rows: ((statement) => {
      if (compile(statement).values?.includes('torn')) return Promise.reject(new Error('torn'))
      return fixture.db.rows(statement)
    }) satisfies Database['rows'],
  })

  await runProbe(fixture, unfundedAccounts(fixture, { db }))

  expect(await deliverDue(fixture)).toEqual([1])
  expect(fixture.faults.map(String)).toEqual(['Error: torn'])
})
