import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Http, signedClient } from '../../support/client.ts'
import type { Credentials, Json, Reply, SignedClient } from '../../support/client.ts'
import { movableClock } from '../../support/domain.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../../support/service.ts'
import { aCredit, aDebit, newCustomer, transactionsOf } from '../partner-v1/fixture.ts'
import { DAY, placeOrder } from './fixture.ts'

const clock = movableClock()
const shared = shareService({ clock })

function pathOf({ partner }: RunningService): string {
  return `/admin/v1/partners/${partner.partnerId}/spend-limits`
}

async function setLimit(service: RunningService, limit: Json): Promise<Json> {
  return dataOf(await service.admin.put(pathOf(service), { currency: 'USD', ...limit }))
}

async function limitsOf(service: RunningService): Promise<Json[]> {
  return dataOf(await service.admin.get(pathOf(service)))
}

async function order(partner: SignedClient, input: Json): Promise<Reply> {
  return await partner.post('/v2/orders', anOrder(input))
}

/** Moves the clock to a second after the next UTC midnight. A new month may begin then, too. */
function toNextDay(days = 1): void {
  clock.advance(DAY - (clock.now() % DAY) + (days - 1) * DAY + 1_000)
}

function toNextMonth(): void {
  const month = new Date(clock.now()).getUTCMonth()
  while (new Date(clock.now()).getUTCMonth() === month) toNextDay()
}

test('orders up to the limit are accepted; the next one is refused with 402 naming the limit', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner } = service
  const { productId } = await service.product()
  expect(await setLimit(service, { perDay: 100 })).toEqual({
    clientId: null,
    currency: 'USD',
    perDay: 100,
    spentToday: 0,
    perMonth: null,
    spentThisMonth: null,
  })
  await placeOrder(partner, { productId, amount: 90 })

  const refused = await order(partner, { productId, amount: 10.01 })

  expect(refused.status).toBe(402)
  const message =
    'the daily spend limit of 100.00 USD of the partner would be exceeded: ' +
    '90.00 spent today (UTC), 10.01 required'
  const shortage = { available: 10, required: 10.01, missing: 0.01, currency: 'USD' }
  const details = [{ field: 'currency', message, ...shortage }]
  expect(refused.body.error).toEqual({ code: 'BUSINESS_RULE_VIOLATION', message, details })
  await placeOrder(partner, { productId, amount: 10 })
  expect(await partner.funds()).toEqual({ USD: 900 })
  expect(await limitsOf(service)).toMatchObject([{ perDay: 100, spentToday: 100 }])
})

test('50 orders at once at two processes: exactly as many pass as the limit allows', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const other = await service.another()
  const otherProcess = signedClient(new Http(other.url), partner.credentials, () => clock.now())
  await setLimit(service, { perDay: 125, perMonth: 200 })

  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      order(at % 2 === 0 ? partner : otherProcess, { productId, amount: 10 }),
    ),
  )

  expect(replies.filter(({ status }) => status === 201)).toHaveLength(12)
  expect(replies.filter(({ status }) => status === 402)).toHaveLength(38)
  expect(await limitsOf(service)).toMatchObject([{ spentToday: 120, spentThisMonth: 120 }])
  expect(await partner.funds()).toEqual({ USD: 880 })
})

test('a credential has a limit beside that of the partner; the first exceeded one is named', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const till = await partner.issue()
  const { clientId } = till.credentials
  await setLimit(service, { clientId: clientId.toUpperCase(), perDay: 30 })
  await setLimit(service, { perMonth: 50 })

  await placeOrder(till, { productId, amount: 30 })
  const ofTill = await order(till, { productId, amount: 1 })
  await placeOrder(partner, { productId, amount: 15 })
  const ofPartner = await order(partner, { productId, amount: 6 })

  expect(ofTill.status).toBe(402)
  expect(ofTill.body.error.message).toContain(
    `daily spend limit of 30.00 USD of client ${clientId}`,
  )
  expect(ofPartner.status).toBe(402)
  expect(ofPartner.body.error.message).toContain('monthly spend limit of 50.00 USD of the partner')
  expect(ofPartner.body.error.message).toContain('45.00 spent this month (UTC), 6.00 required')
  expect(await limitsOf(service)).toMatchObject([
    { clientId: null, spentToday: null, spentThisMonth: 45 },
    { clientId, spentToday: 30, spentThisMonth: null },
  ])
})

test('a new UTC day and a new UTC month begin with nothing spent', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner } = service
  const { productId } = await service.product()
  // Begins on the second day of a month, so that the next day is of the same month.
  toNextMonth()
  toNextDay()
  await setLimit(service, { perDay: 10, perMonth: 15 })
  await placeOrder(partner, { productId, amount: 10 })
  expect((await order(partner, { productId, amount: 5 })).body.error.message).toContain('daily')

  toNextDay()
  expect(await limitsOf(service)).toMatchObject([{ spentToday: 0, spentThisMonth: 10 }])
  await placeOrder(partner, { productId, amount: 5 })
  expect((await order(partner, { productId, amount: 5 })).body.error.message).toContain('monthly')

  toNextMonth()
  expect(await limitsOf(service)).toMatchObject([{ spentToday: 0, spentThisMonth: 0 }])
  await placeOrder(partner, { productId, amount: 10 })
})

test.each([
  { currency: 'JPY', limit: 1_000, spent: 999, more: 2, last: 1, shown: '1000 JPY' },
  { currency: 'KWD', limit: 1.005, spent: 1.003, more: 1.001, last: 0.002, shown: '1.005 KWD' },
])('amounts have the decimals of $currency', async ({ currency, shown, ...amounts }) => {
  const service = await shared({ funds: { [currency]: '5000' } })
  const { partner } = service
  const minAmount = amounts.last
  const { productId } = await service.product({ currency, minAmount })
  await setLimit(service, { currency, perDay: amounts.limit })
  await placeOrder(partner, { productId, currency, amount: amounts.spent })

  const refused = await order(partner, { productId, currency, amount: amounts.more })
  await placeOrder(partner, { productId, currency, amount: amounts.last })

  expect(refused.body.error.message).toContain(`limit of ${shown} of the partner`)
  expect(await limitsOf(service)).toMatchObject([{ currency, spentToday: amounts.limit }])
})

test('other currencies have no limit', async () => {
  const service = await shared({ funds: { USD: '100.00', EUR: '100.00' } })
  const { productId } = await service.product({ currency: 'EUR' })
  await setLimit(service, { perDay: 0 })
  await placeOrder(service.partner, { productId, currency: 'EUR', amount: 100 })
})

test('a replay of an accepted order has the same response and is counted once', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  await setLimit(service, { perDay: 10 })
  const body = anOrder({ productId, amount: 10 })
  const headers = { 'idempotency-key': randomUUID() }
  const first = await partner.post('/v2/orders', body, headers)

  const again = await partner.post('/v2/orders', body, headers)

  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.text).toBe(first.text)
  expect(await limitsOf(service)).toMatchObject([{ spentToday: 10 }])
})

test('a canceled order still counts as spent', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const { productId } = await service.product(settings)
  await setLimit(service, { perDay: 10 })
  const { id } = await placeOrder(partner, { productId, amount: 10 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'test' }))

  expect(await partner.funds()).toEqual({ USD: 100 })
  expect((await order(partner, { productId, amount: 1 })).status).toBe(402)
})

test('a rotated credential continues the count of the old one', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin, http } = service
  const { productId } = await service.product()
  const { clientId } = partner.credentials
  await setLimit(service, { clientId, perDay: 10 })
  await placeOrder(partner, { productId, amount: 6 })
  const path = `/admin/v1/partners/${partner.partnerId}/credentials/${clientId}/rotate`
  const replacement = dataOf(await admin.post(path, {})) as Credentials
  const replacementClient = signedClient(http, replacement, () => clock.now())

  expect((await order(replacementClient, { productId, amount: 4.01 })).status).toBe(402)
  await placeOrder(replacementClient, { productId, amount: 4 })

  expect(await limitsOf(service)).toMatchObject([
    { clientId, spentToday: 6 },
    { clientId: replacement.clientId, spentToday: 10 },
  ])
})

test('a quote names the limit that would refuse its order', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  await setLimit(service, { clientId: partner.credentials.clientId, perDay: 10 })
  const faultsOf = async (amount: number): Promise<Json[]> => {
    const items = [{ productId, amount, quantity: 1 }]
    return dataOf(await partner.post('/v2/quotes', { currency: 'USD', items })).faults
  }

  expect(await faultsOf(10)).toEqual([])
  const message = expect.stringContaining('the daily spend limit of 10.00 USD of client ')
  expect(await faultsOf(10.01)).toMatchObject([{ field: 'currency', message, missing: 0.01 }])
})

describe('wallets', () => {
  test('credits and initial funds count; debits do not, and give nothing back', async () => {
    const service = await shared({ funds: { USD: '100.00' } })
    const { partner } = service
    await setLimit(service, { clientId: partner.credentials.clientId, perDay: 10 })
    const { walletId } = await newCustomer(partner, { initialFunds: 6 })
    const path = transactionsOf(walletId)
    const credit = aCredit({ amount: 4 })
    const first = await partner.post(path, credit)
    expect(first.status).toBe(200)
    expect((await partner.post(path, aDebit({ amount: 5 }))).status).toBe(200)

    const message = expect.stringContaining('the daily spend limit of 10.00 USD of client ')
    const refusedFor = (field: string) => {
      const error = { code: 'BUSINESS_RULE_ERROR', message, details: [{ field, missing: 0.01 }] }
      return { status: 402, body: { success: false, error } }
    }
    expect(await partner.post(path, aCredit({ amount: 0.01 }))).toMatchObject(refusedFor('amount'))
    const { email } = await newCustomer(partner)
    const customer = { fullName: 'Bo', email, currency: 'USD', initialFunds: 0.01 }
    const body = { ...customer, email: `${randomUUID()}@example.com` }
    const created = await partner.post('/api/partner/v1/customer', body)
    expect(created).toMatchObject(refusedFor('initialFunds'))
    expect((await partner.post(path, credit)).text).toBe(first.text)
    expect(await limitsOf(service)).toMatchObject([{ spentToday: 10 }])
  })

  test('a limit applies at once at a process with a cached book, until it is removed', async () => {
    const service = await shared({ funds: { USD: '100.00' } })
    const { partner } = service
    const other = await service.another()
    const otherProcess = signedClient(new Http(other.url), partner.credentials, () => clock.now())
    const { walletId } = await newCustomer(partner)
    const path = transactionsOf(walletId)
    const status = async (amount: number): Promise<number> =>
      (await otherProcess.post(path, aCredit({ amount }))).status
    for (let at = 0; at < 3; at += 1) expect(await status(1)).toBe(200)

    await setLimit(service, { perDay: 2 })
    expect([await status(2), await status(0.01)]).toEqual([200, 402])
    await setLimit(service, { perDay: 3 })
    expect([await status(1.01), await status(1)]).toEqual([402, 200])
    await setLimit(service, { perDay: null })

    expect(await limitsOf(service)).toEqual([])
    expect(await status(10)).toBe(200)
  })

  test('60 credits at once at two processes: exactly as many pass as the limit allows', async () => {
    const service = await shared({ funds: { USD: '100.00' } })
    const { partner } = service
    const other = await service.another()
    const otherProcess = signedClient(new Http(other.url), partner.credentials, () => clock.now())
    const { walletId } = await newCustomer(partner)
    const path = transactionsOf(walletId)
    await setLimit(service, { perDay: 7 })

    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        (at % 2 === 0 ? partner : otherProcess).post(path, aCredit({ amount: 1 })),
      ),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(await limitsOf(service)).toMatchObject([{ spentToday: 7 }])
    expect(await partner.funds()).toEqual({ USD: 93 })
  })
})
