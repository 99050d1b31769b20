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
import { startWorks, type Works } from '../support/works.ts'

const CARD = { items: [{ productId: 2, amount: 10, quantity: 1 }] }

let works: Works
let accounts: UnfundedAccounts

beforeEach(async () => {
  works = await startWorks()
  accounts = unfundedAccounts(works)
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

test('while the account refuses, each probe resumes one order, the next one each time', async () => {
  await placeHeld(works, 3)

  const probed: number[] = []
  for (let at = 0; at < 4; at += 1) {
    await runProbe(works, accounts)
    probed.push(...(await deliverDue(works)))
  }

  expect(probed).toEqual([1, 2, 3, 1])
})

test('a probe begins half a minute after the last one, or at once after a top-up', async () => {
  await placeHeld(works, 1)
  // Far from the limit, however slow the machine is.
  await passTime(works, '-1 hour')
  await accounts.sweep()
  expect(await deliverDue(works)).toEqual([])

  await works.db.rows(expireProbe(SANDBOX))
  await accounts.sweep()

  expect(await deliverDue(works)).toEqual([1])
})

test('once a probe is issued, all orders are resumed and the alert is resolved', async () => {
  await placeHeld(works, 3)
  await runProbe(works, accounts)
  await deliverIssued(works, accounts, issuedCode())
  expect(await isAlertOpen(works)).toBe(true)

  await accounts.sweep()

  expect(await deliverDue(works, issuedCode(), issuedCode())).toEqual([2, 3])
  expect(await isAlertOpen(works)).toBe(false)
  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

test('an account that has refused a batch since its last probe is not cleared by an issue', async () => {
  await placeHeld(works, 3)
  await runProbe(works, accounts)
  await deliverIssued(works, accounts, issuedCode())
  await works.place()
  expect(await deliverDue(works)).toEqual([4])

  await accounts.sweep()

  expect(await deliverDue(works)).toEqual([])
  expect(await isAlertOpen(works)).toBe(true)
})

test('a probe passes over an order that its partner can no longer pay', async () => {
  await works.product({ supplier: 'sandbox' })
  await works.place({ items: [{ productId: 1, amount: 900, quantity: 1 }] })
  await deliverDue(works)
  await placeHeld(works, 1)
  await works.reverse(500)

  await runProbe(works, accounts)

  expect(await deliverDue(works)).toEqual([2])
})

test('if no order waits, an account is cleared after an issue or an hour without a refusal', async () => {
  await works.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  await works.place(CARD)
  await deliverDue(works)
  await deliverDue(works, issuedCode())
  await passTime(works, '59 minutes')
  await accounts.sweep()
  expect(await isAlertOpen(works)).toBe(true)
  await works.place(CARD)
  await deliverIssued(works, accounts, issuedCode())
  await accounts.sweep()
  expect(await isAlertOpen(works)).toBe(false)

  await works.place(CARD)
  await deliverDue(works)
  await deliverDue(works, issuedCode())
  await passTime(works, '2 hours')
  await accounts.sweep()

  expect(await isAlertOpen(works)).toBe(false)
  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

/** As an operator who changes the suppliers of a product. */
async function changeSupplier(productId: number, supplier: string): Promise<void> {
  await transact(works.db, async (tx) => {
    tx.write(clearMarksOfProduct(productId))
    await tx.rows(sql`
      update products set supplier = ${supplier} where product_id = ${productId}`)
  })
}

async function markedProducts(): Promise<number[]> {
  const rows = await works.db.rows(
    sql<{ product_id: number }>`
      select product_id from supplier_health where unfunded_since is not null
      order by product_id`,
  )
  return rows.map((row) => row.product_id)
}

test('an account is cleared once the last product that it could not pay has other suppliers', async () => {
  await works.product({ supplier: 'sandbox' })
  for (const productId of [1, 2]) {
    await works.place({ items: [{ productId, amount: 10, quantity: 1 }] })
    await deliverDue(works)
  }

  for (const productId of [1, 2]) {
    await changeSupplier(productId, 'generator')
    await accounts.sweep()
    expect(await deliverDue(works, issuedCode())).toEqual([productId])
    await runProbe(works, accounts)
    await deliverDue(works)
    expect(await markedProducts()).toEqual([2].slice(productId - 1))
    expect(await isAlertOpen(works)).toBe(productId === 1)
  }

  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

test('a product that is marked while its account is cleared leaves the alert open', async () => {
  await placeHeld(works, 1)
  await works.product({ supplier: 'sandbox' })
  await changeSupplier(1, 'generator')
  await works.place(CARD)
  const slow = works.connectAgain()
  const pause = pauseBefore(slow, /from unfunded_accounts\s+where supplier[^;]*for update/)

  const cleared = runProbe(works, unfundedAccounts(works, { db: slow }))
  await pause.reached
  await deliverDue(works)
  pause.resume()
  await cleared

  expect(await markedProducts()).toEqual([2])
  expect(await isAlertOpen(works)).toBe(true)
})

test('an order that cannot be resumed stops neither others nor the next probe', async () => {
  await placeHeld(works, 3)
  const { orders } = works
  const resume = (partnerId: number, orderNo: number): Promise<boolean> =>
    orderNo === 1 ? Promise.reject(new Error('torn')) : orders.resume(partnerId, orderNo)
  const failing = unfundedAccounts(works, { orders: { ...orders, resume } })

  await runProbe(works, failing)
  expect(await deliverDue(works)).toEqual([2])
  await runProbe(works, failing)

  expect(await deliverDue(works)).toEqual([3])
  expect(works.faults.map(String)).toEqual(['Error: torn'])
})

test('an account whose probe fails stops no other one', async () => {
  await works.db.rows(sql`
    insert into unfunded_accounts (supplier, account, refused_at, probed_at)
    values ('sandbox', 'torn', now(), now())`)
  await placeHeld(works, 1)
  const db: Database = Object.assign(Object.create(works.db) as Database, {
    rows: ((statement) => {
      if (compile(statement).values?.includes('torn')) return Promise.reject(new Error('torn'))
      return works.db.rows(statement)
    }) satisfies Database['rows'],
  })

  await runProbe(works, unfundedAccounts(works, { db }))

  expect(await deliverDue(works)).toEqual([1])
  expect(works.faults.map(String)).toEqual(['Error: torn'])
})
