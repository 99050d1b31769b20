import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, transact } from '../../src/db/mod.ts'
import { findOrder, moveOutOfStock } from '../../src/orders/mod.ts'
import { LATE_ORDERS_MAX } from '../../src/orders/sweep-rows.ts'
import { createPartner } from '../../src/partners/mod.ts'
import { startDomainTest, type Domain } from '../support/domain.ts'
import { TESTER } from '../support/tester.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

const PHONE = { name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.deposit(100_000)
})
afterEach(() => domain.end())

test('orders that cannot be cancelled yet do not keep later ones from their deadline', async () => {
  await domain.product({ productType: 'TOP_UP', recipientFields: [PHONE] })
  const items = [{ productId: 1, amount: 10, quantity: 1, recipient: { phone: '1' } }]
  const orders = await Promise.all(
    Array.from({ length: LATE_ORDERS_MAX + 1 }, () => domain.place({ items })),
  )
  const last = orders.toSorted((one, other) => one.orderNo - other.orderNo).at(-1)
  if (!last) throw new Error('nothing was ordered')
  const orderNos = orders.map(({ orderNo }) => BigInt(orderNo))
  await domain.db.rows(moveOutOfStock(domain.partnerId, orderNos, 0))
  await domain.db.rows(sql`
    update fulfillments set outcome_unknown = order_no <> ${last.orderNo}`)

  await domain.orders.sweep()
  expect(await findOrder(domain.db, last)).toMatchObject({ status: 'OUT_OF_STOCK' })
  await domain.orders.sweep()

  expect(await findOrder(domain.db, last)).toMatchObject({ status: 'CANCELLED' })
})

test('an order of a test partner that is not final after a day is cancelled', async () => {
  const { db, clock, orders, partnerId } = domain
  await domain.product()
  const old = await domain.place()
  clock.advance(MS_PER_DAY + 1)
  await orders.sweep()
  expect(await findOrder(db, old)).toMatchObject({ status: 'PENDING' })

  const live = await transact(db, (tx) => createPartner(tx, clock, { name: 'Live', actor: TESTER }))
  await db.rows(sql`
    update partners set test_of = ${live.partnerId} where partner_id = ${partnerId}`)
  const young = await domain.place()
  await orders.sweep()
  expect(await findOrder(db, old)).toMatchObject({ status: 'CANCELLED' })
  expect(await findOrder(db, young)).toMatchObject({ status: 'PENDING' })
})
