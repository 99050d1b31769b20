import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'
import { listSpendLimits } from '../../src/ledger/mod.ts'
import { setSpendLimit } from '../../src/partners/mod.ts'
import { connectLossily, type Loss } from '../ledger/lossy-proxy.ts'
import { currency, minor, startDomain, startDomainTest, type Domain } from '../support/domain.ts'
import { TESTER } from '../support/tester.ts'

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.product()
  await domain.deposit(1_000)
})
afterEach(() => domain.end())

const ROUNDS = 12
const LOSSES: readonly Loss[] = ['lose_answer', 'lose_request', 'lose_both']

test('if connections are lost at COMMIT, exactly the accepted amounts are counted', async () => {
  const { partnerId, clock } = domain
  const { database } = domain.target as { database: string }
  const { proxy, db } = await connectLossily(database)
  const { orders } = startDomain(db, clock)
  const limit = { partnerId, clientId: undefined, currency: currency('USD'), actor: TESTER }
  await setSpendLimit(domain, { ...limit, perDayMinor: minor(305, 'USD') })

  let accepted = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    proxy.loseCommit(LOSSES[round % LOSSES.length] ?? 'lose_answer')
    const places = Array.from({ length: 4 }, () => orders.place(partnerId, anOrder()))
    for (const settled of await Promise.allSettled(places)) {
      if (settled.status === 'fulfilled') accepted += 1
      else expect(settled.reason).toBeInstanceOf(Refusal)
    }
  }
  await db.close()
  await proxy.close()

  expect(proxy.lost()).toBeGreaterThan(ROUNDS / 2)
  expect(accepted).toBe(30)
  const [stored] = await listSpendLimits(domain.db, partnerId, clock.now())
  expect(stored?.day?.spentMinor).toBe(30_000n)
  expect(await domain.funds()).toEqual({ USD: '700.00' })
})

test('a refused order draws no order number', async () => {
  const { partnerId, orders } = domain
  const limit = { partnerId, clientId: undefined, currency: currency('USD'), actor: TESTER }
  await setSpendLimit(domain, { ...limit, perMonthMinor: minor(20, 'USD') })

  const places = Array.from({ length: 5 }, (_, at) =>
    orders.place(partnerId, anOrder(at === 0 ? 15 : 10)),
  )
  const settled = await Promise.allSettled([...places, orders.place(partnerId, anOrder(5))])

  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ])
  const { rows } = await domain.db.pool.query('select order_no::int from orders order by 1')
  expect(rows).toEqual([{ order_no: 1 }, { order_no: 2 }])
})

function anOrder(amount = 10) {
  return {
    clientReference: randomUUID(),
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(32),
    currency: currency('USD'),
    items: [{ productId: 1, amount, quantity: 1 }],
  }
}
