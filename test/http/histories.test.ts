import { expect, test } from 'vitest'
import { isoTime } from '../../src/core/mod.ts'
import { setCost, stock } from '../conformance/admin-v1/margin-fixture.ts'
import { completeOrder, DAY, HOUR, stoppedClock } from '../conformance/v2/fixture.ts'
import type { Json } from '../support/client.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'

const clock = stoppedClock()
const service = shareService({ clock })
const FUNDS = { funds: { USD: '100.00' } }

async function buy({ partner, product, waitForOrder }: RunningService, quantity: number) {
  const { productId } = await product()
  const order = anOrder({ productId, amount: 10, quantity })
  const { id } = dataOf(await partner.post('/v2/orders', order))
  await waitForOrder(id, 'COMPLETED')
}

test('the activity of a day is counted by hour, with money only for roles that may read it', async () => {
  const running = await service(FUNDS)
  await buy(running, 1)
  clock.advance(HOUR)
  await buy(running, 2)
  await buy(running, 3)

  const hours: Json[] = dataOf(await running.admin.get('/admin/v1/overview/activity'))

  expect(hours).toHaveLength(24)
  expect(hours.slice(-3)).toMatchObject([
    { orders: 0, codes: 0, charged: [] },
    { orders: 1, codes: 1, charged: [{ currency: 'USD', amount: 10 }] },
    { orders: 2, codes: 5, charged: [{ currency: 'USD', amount: 50 }] },
  ])
  const begin = Math.floor(clock.now() / HOUR) * HOUR
  expect(hours.at(-1).from).toBe(isoTime(begin))
  const support = await signedIn(running, { role: 'support' })
  const [unpriced] = dataOf(await support.get('/admin/v1/overview/activity'))
  expect(Object.keys(unpriced)).toEqual(['from', 'orders', 'codes', 'weekBefore'])
  expect(Object.keys(unpriced.weekBefore)).toEqual(['orders', 'codes'])
})

test('each hour has the same hour a week before, of which the part after now does not count', async () => {
  const running = await service(FUNDS)
  clock.advance(2 * DAY - (clock.now() % HOUR) + HOUR / 2)
  await buy(running, 1)
  clock.advance(HOUR / 4)
  await buy(running, 2)
  clock.advance(7 * DAY - HOUR / 8)
  await buy(running, 3)

  const hours: Json[] = dataOf(await running.admin.get('/admin/v1/overview/activity'))

  expect(hours.at(-1)).toMatchObject({
    orders: 1,
    charged: [{ currency: 'USD', amount: 30 }],
    weekBefore: { orders: 1, codes: 1, charged: [{ currency: 'USD', amount: 10 }] },
  })
  expect(hours.slice(0, -1).map(({ weekBefore }) => weekBefore.orders)).toEqual(Array(23).fill(0))
})

test('the margin of an hour is that of units with a known cost, beside that of a week before', async () => {
  const running = await service(FUNDS)
  clock.advance(2 * DAY)
  await sellFromLot(running, { lot: 'a', cost: 9.4 })
  clock.advance(7 * DAY + HOUR / 8)
  await sellFromLot(running, { lot: 'b', cost: 11.25 })
  await sellFromLot(running, { lot: 'c', cost: undefined })

  const hours: Json[] = dataOf(await running.admin.get('/admin/v1/overview/margin'))

  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toEqual({
    from: isoTime(Math.floor(clock.now() / HOUR) * HOUR),
    margin: [{ currency: 'USD', amount: -1.25, unknownUnits: 1 }],
    weekBefore: [{ currency: 'USD', amount: 0.6, unknownUnits: 0 }],
  })
  expect(hours[0]).toMatchObject({ margin: [], weekBefore: [] })
  const support = await signedIn(running, { role: 'support' })
  expect((await support.get('/admin/v1/overview/margin')).status).toBe(403)
})

async function sellFromLot(
  running: RunningService,
  { lot, cost }: { readonly lot: string; readonly cost: number | undefined },
): Promise<void> {
  const { productId } = await running.product({ supplier: 'vault' })
  await stock(running, productId, { lot, count: 1 })
  if (cost !== undefined) {
    await setCost(running, [productId, lot], { currency: 'USD', unitCost: cost, supplier: 'Acme' })
  }
  await completeOrder(running, { productId, amount: 10, quantity: 1 })
}

test('the funds of a partner are those at the end of each of 31 days', async () => {
  const running = await service(FUNDS)
  const { admin, partner } = running
  clock.advance(2 * DAY)
  await buy(running, 1)
  clock.advance(DAY)

  const path = `/admin/v1/partners/${partner.partnerId}/funds/history`
  const [{ currency, days }] = dataOf(await admin.get(path))

  expect(currency).toBe('USD')
  expect(days).toHaveLength(31)
  expect(days.at(-1).day).toBe(isoTime(clock.now()).slice(0, 'YYYY-MM-DD'.length))
  const available = days.map((one: Json) => one.available)
  expect(available.slice(-5)).toEqual([undefined, 100, 100, 90, 90])
  expect((await admin.get('/admin/v1/partners/999999/funds/history')).status).toBe(404)
})
