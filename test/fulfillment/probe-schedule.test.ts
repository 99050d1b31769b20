import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, type Database } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { noteIssued, noteToppedUp } from '../../src/fulfillment/unfunded-account-rows.ts'
import { runProbes, releaseHeld } from '../../src/fulfillment/probe-schedule.ts'
import { issuedCode } from '../support/by-hand.ts'
import {
  heldOrders,
  inProbes,
  isAlertOpen,
  pass,
  round,
  SANDBOX,
  turn,
} from '../support/unfunded-account.ts'
import { pauseBefore } from '../support/pause.ts'
import { startWorks, type Works } from '../support/works.ts'

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

test('while the account refuses, each probe tries one order, the next one each time', async () => {
  await heldOrders(works, 3)

  const tried: number[] = []
  for (let at = 0; at < 4; at += 1) {
    await round(works)
    tried.push(...(await turn(works)))
  }

  expect(tried).toEqual([1, 2, 3, 1])
})

test('probes grow while the account issues, continue after the last order, and shrink on a refusal', async () => {
  await heldOrders(works, 14)
  await round(works)
  expect(await turn(works)).toEqual([1])
  await round(works)
  expect(await turn(works, issuedCode())).toEqual([2])
  await works.db.rows(noteIssued(SANDBOX))

  await round(works)
  const nine = Array.from({ length: 9 }, issuedCode)
  expect(await turn(works, ...nine)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  await works.db.rows(noteIssued(SANDBOX))
  await round(works)

  expect(await turn(works)).toEqual([13])
})

test('a probe without an order to try is not followed by a larger one', async () => {
  await heldOrders(works, 4)

  await round(works)
  await round(works)

  expect(await turn(works)).toEqual([1, 2])
})

test('after a top-up of the account the oldest order tries first', async () => {
  await heldOrders(works, 3)
  await round(works)
  expect(await turn(works)).toEqual([1])

  await works.db.rows(noteToppedUp(SANDBOX))
  await round(works)

  expect(await turn(works)).toEqual([1])
})

test('a probe that outlasts the begin of the next one does not set that back', async () => {
  await heldOrders(works, 3)
  const { orders } = works
  const resume = async (partnerId: number, orderNo: number): Promise<boolean> => {
    const isResumed = await orders.resume(partnerId, orderNo)
    await round(works)
    return isResumed
  }

  await round(works, { ...inProbes(works), orders: { ...orders, resume } })
  expect(await turn(works)).toEqual([1, 2])
  await round(works)

  expect(await turn(works)).toEqual([3])
})

test('a probe follows an issue soon, and not at once', async () => {
  await heldOrders(works, 2)
  await works.db.rows(sql`
    update unfunded_accounts set next_probe_at = now() + interval '1 hour'`)
  // However slow this machine is, the round has not been over for long yet.
  await pass(works, '-1 hour')
  await works.db.rows(noteIssued(SANDBOX))
  await runProbes(inProbes(works))
  expect(await turn(works)).toEqual([])

  await pass(works, '61 minutes')
  await runProbes(inProbes(works))
  expect(await turn(works)).toEqual([])
  await works.db.rows(noteIssued(SANDBOX))
  await runProbes(inProbes(works))

  expect(await turn(works)).toEqual([1])
})

test("an order that its partner cannot pay any more takes nobody else's turn", async () => {
  await works.product({ supplier: 'sandbox' })
  await works.place({ items: [{ productId: 1, amount: 900, quantity: 1 }] })
  await turn(works)
  await heldOrders(works, 1)
  await works.reverse(500)

  await round(works)

  expect(await turn(works)).toEqual([2])
})

test('if no order waits, an account is funded after an issue or a long silence', async () => {
  await works.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  await works.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await turn(works)
  await turn(works, issuedCode())

  await pass(works, '59 minutes')
  await round(works)
  expect(await isAlertOpen(works)).toBe(true)
  await works.db.rows(noteIssued(SANDBOX))
  await round(works)
  expect(await isAlertOpen(works)).toBe(false)

  await works.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await turn(works)
  await turn(works, issuedCode())
  await works.db.rows(noteIssued(SANDBOX))
  await round(works)
  expect(await isAlertOpen(works)).toBe(true)
  await pass(works, '2 hours')
  await round(works)
  expect(await isAlertOpen(works)).toBe(false)
  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

/** What an operator's change of a product does to its suppliers. */
async function changeSupplier(productId: number, supplier: string): Promise<void> {
  await works.db.rows(sql`
    update products set supplier = ${supplier} where product_id = ${productId}`)
}

async function markedProducts(): Promise<number[]> {
  const rows = await works.db.rows(
    sql<{ product_id: number }>`
      select product_id from supplier_health where unfunded_since is not null
      order by product_id`,
  )
  return rows.map((row) => row.product_id)
}

test('an account is funded once the last product that it could not pay has other suppliers', async () => {
  await works.product({ supplier: 'sandbox' })
  await works.product({ supplier: 'sandbox' })
  for (const productId of [1, 2]) {
    await works.place({ items: [{ productId, amount: 10, quantity: 1 }] })
    await turn(works)
  }
  for (const productId of [1, 2]) {
    await changeSupplier(productId, 'generator')
    await releaseHeld(works, productId)
    await turn(works, issuedCode())
    await round(works)
    expect(await markedProducts()).toEqual([2].slice(productId - 1))
    expect(await isAlertOpen(works)).toBe(productId === 1)
  }

  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
})

test('a product with other suppliers stays marked while an order of it waits', async () => {
  await heldOrders(works, 1)
  await changeSupplier(1, 'generator')
  const { orders } = works
  const context = {
    ...inProbes(works),
    orders: { ...orders, resume: () => Promise.resolve(false) },
  }

  await round(works, context)
  expect(await markedProducts()).toEqual([1])
  expect(await isAlertOpen(works)).toBe(true)
  await round(works)
  await turn(works, issuedCode())
  await round(works)

  expect(await markedProducts()).toEqual([])
  expect(await isAlertOpen(works)).toBe(false)
})

test('a product that is marked while others are cleared keeps the alert of its account', async () => {
  await heldOrders(works, 1)
  await works.product({ supplier: 'sandbox' })
  await changeSupplier(1, 'generator')
  await releaseHeld(works, 1)
  await turn(works, issuedCode())
  await works.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  const slow = works.connectAgain()
  const pause = pauseBefore(slow, /from unfunded_accounts\s+where supplier[^;]*for update/)

  const cleared = round(works, { ...inProbes(works), db: slow })
  await pause.reached
  await turn(works)
  pause.resume()
  await cleared

  expect(await markedProducts()).toEqual([2])
  expect(await isAlertOpen(works)).toBe(true)
})

test('an order that cannot be resumed stops neither others nor the next probe', async () => {
  await heldOrders(works, 3)
  const { orders } = works
  const resume = (partnerId: number, orderNo: number): Promise<boolean> =>
    orderNo === 1 ? Promise.reject(new Error('torn')) : orders.resume(partnerId, orderNo)

  await round(works, { ...inProbes(works), orders: { ...orders, resume } })
  expect(await turn(works)).toEqual([2])
  await round(works)

  expect(await turn(works)).toEqual([3])
  expect(works.faults.map(String)).toEqual(['Error: torn'])
})

test('an account whose probe fails stops no other one', async () => {
  await works.db.rows(sql`
    insert into unfunded_accounts (supplier, account, refused_at, probe_began_at, next_probe_at)
    values ('sandbox', 'torn', now(), now(), now())`)
  await heldOrders(works, 1)
  const db: Database = Object.assign(Object.create(works.db) as Database, {
    rows: ((statement) => {
      if (compile(statement).values?.includes('torn')) return Promise.reject(new Error('torn'))
      return works.db.rows(statement)
    }) satisfies Database['rows'],
  })

  await round(works, { ...inProbes(works), db })

  expect(await turn(works)).toEqual([1])
  expect(works.faults.map(String)).toEqual(['Error: torn'])
})
