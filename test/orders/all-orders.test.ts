import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../../src/db/mod.ts'
import { fingerprintOf, listAllOrders, type Order } from '../../src/orders/mod.ts'
import { lastOfEach } from '../../src/orders/order-conditions.ts'
import { createPartner, deposit } from '../../src/partners/mod.ts'
import { currency, minor, startDomain, startDomainTest, type Domain } from '../support/domain.ts'
import { TESTER } from '../support/tester.ts'

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.product()
})
afterEach(() => domain.end())

/** Places orders of three partners at three times: at each, a partner has several orders. */
async function ordersOfThree(): Promise<void> {
  const { db } = domain
  let at = domain.clock.now() + 1_000
  const clock = { now: () => at, monotonic: () => at }
  const { ledger, orders } = startDomain(db, clock)
  const partnerIds: number[] = []
  for (const name of ['A', 'B', 'C']) {
    const { partnerId } = await transact(db, (tx) =>
      createPartner(tx, clock, { name, actor: TESTER }),
    )
    const funds = { partnerId, currency: 'USD', amountMinor: minor(1_000, 'USD') }
    await deposit(ledger, { ...funds, reference: randomUUID(), actor: TESTER })
    partnerIds.push(partnerId)
  }
  const [a = 0, b = 0, c = 0] = partnerIds
  for (const partnerId of [b, a, a, c, b, 0, c, b, 0, a, b, c, c]) {
    if (partnerId === 0) at += 1
    else await orders.place(partnerId, anOrder())
  }
  const first = await firstPage({ pageSize: 2 })
  for (const order of first) await orders.cancel(order, { actor: TESTER, reason: 'unwanted' })
}

function anOrder() {
  const order = {
    clientReference: randomUUID(),
    idempotencyKey: undefined,
    currency: currency('USD'),
    items: [{ productId: 1, amount: 10, quantity: 1 }],
  }
  return { fingerprint: fingerprintOf({ ...order, idempotencyKey: null }), ...order }
}

async function firstPage(input: Partial<Parameters<typeof listAllOrders>[1]>): Promise<Order[]> {
  return (await listAllOrders(domain.db, { page: 1, pageSize: 100, ...input })).orders
}

function nameOf({ partnerId, orderNo, createdMs }: Order): string {
  return `${createdMs} ${partnerId}/${orderNo}`
}

test('`after` continues the list after any of its orders, over all partners and by status', async () => {
  await ordersOfThree()
  const all = await firstPage({})
  expect(new Set(all.map(nameOf)).size).toBe(11)
  expect(new Set(all.map(({ createdMs }) => createdMs)).size).toBe(3)

  for (const status of [undefined, 'PENDING', 'CANCELLED'] as const) {
    const matching = all.filter((order) => status === undefined || order.status === status)
    expect(matching.length).toBeGreaterThan(1)
    for (const [at, after] of all.entries()) {
      const rest = all.slice(at + 1).filter((order) => matching.includes(order))
      const page = await listAllOrders(domain.db, { status, after, page: 1, pageSize: 4 })
      expect(page.orders.map(nameOf)).toEqual(rest.slice(0, 4).map(nameOf))
      expect(page.totalRecords).toBe(rest.length)
      const next = await firstPage({ status, after, page: 2, pageSize: 4 })
      expect(next.map(nameOf)).toEqual(rest.slice(4, 8).map(nameOf))
    }
  }
})

test('`after` an order that does not exist continues the list from where it would be', async () => {
  await ordersOfThree()
  const all = await firstPage({})

  const latest = { partnerId: 2_097_151, orderNo: 1, createdMs: 2 ** 49 }
  expect((await firstPage({ after: latest })).map(nameOf)).toEqual(all.map(nameOf))
  const first = { partnerId: 1, orderNo: 0, createdMs: 0 }
  expect(await firstPage({ after: first })).toEqual([])
})

test('the list does not look up partners without orders', async () => {
  await ordersOfThree()

  expect(await domain.db.rows(lastOfEach(undefined))).toHaveLength(3)
})
