import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { decimal, scaled } from '../../src/stand-ins/books.ts'
import { SHOPS, type ShopName, type StandIn, startStandIn } from '../../src/stand-ins/mod.ts'
import { sentLink } from '../links/link-fixture.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'

const PHONE = { name: 'phoneNumber', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }

test('a mapped listing of a supplier is delivered to a partner, and its cost is in the margin', async () => {
  const standIn = await startStandIn(SHOPS.reloadly.open())
  const service = await startService({ funds: { EUR: '100.00' } })
  const { admin, partner } = service
  try {
    const account = { adapter: 'reloadly', name: 'main', environment: 'sandbox' }
    const { secrets } = SHOPS.reloadly
    const { supplier } = dataOf(
      await admin.post('/admin/v1/suppliers', { ...account, baseUrl: standIn.url, secrets }),
    )
    // The other supplier, which could sell airtime too, does not respond.
    const silent = { adapter: 'plugin', name: 'silent', environment: 'sandbox' }
    const silentPlace = { baseUrl: 'http://127.0.0.1:9', secrets: { keyId: 'a', secret: 'b' } }
    dataOf(await admin.post('/admin/v1/suppliers', { ...silent, ...silentPlace }))
    const common = { currency: 'EUR', supplier: 'reloadly' }
    const card = await service.product({
      ...common,
      supplierSettings: { account: 'main', product: '101' },
    })
    const airtime = await service.product({
      currency: 'EUR',
      supplier: undefined,
      productType: 'TOP_UP',
      recipientFields: [PHONE],
      // The quote calls both suppliers, and the order buys from the one that found the phone
      // operator.
      suppliers: [
        { supplier: 'plugin', settings: { account: 'silent', product: 'airtime' } },
        { supplier: 'reloadly', settings: { account: 'main', country: 'DE' } },
      ],
    })
    const recipient = { phoneNumber: '+4915112345678' }
    const items = [
      { productId: card.productId, amount: 10, quantity: 2 },
      { productId: airtime.productId, amount: 20, quantity: 1, recipient },
    ]
    const input = { currency: 'EUR', items }
    const quote = dataOf(await partner.post('/v2/quotes', input))
    expect(quote.items[1].offer).toEqual({ operator: 'Zephyrtel Germany' })
    expect(quote.items[0].offer).toBeUndefined()
    const order = anOrder({ ...input, quoteId: quote.quoteId })
    const { id } = dataOf(await partner.post('/v2/orders', order))
    await service.waitForOrder(id, 'COMPLETED')

    const sold = standIn.books.sales.find(({ units }) => units === 2)?.codes ?? []
    const delivered: { giftCardNumber: string }[] = dataOf(
      await partner.get(`/v2/orders/${id}/items`),
    )
    expect(delivered.slice(0, 2).map(({ giftCardNumber }) => giftCardNumber)).toEqual(
      sold.map(({ number }) => number),
    )
    const purchases = dataOf(await admin.get(`/admin/v1/suppliers/${supplier}/purchases`))
    expect(purchases.map(({ cost }: { cost: string }) => Number(cost)).toSorted()).toEqual([19, 19])
    const path = '/admin/v1/reports/margin?by=supplier'
    const margins = dataOf(await admin.get(path))
    expect(margins).toMatchObject([{ supplier: 'reloadly:main', charged: 40, cost: 38, margin: 2 }])
    expect(dataOf(await admin.get(`/admin/v1/suppliers/${supplier}/products`))).toMatchObject([
      { productId: card.productId, settings: { product: '101' } },
      { productId: airtime.productId, settings: { country: 'DE' } },
    ])
  } finally {
    await standIn.close()
  }
})

/** A gift card of each supplier, and the settings of our account there. */
const CARDS: Readonly<Record<ShopName, { settings: object; account?: object }>> = {
  reloadly: { settings: { product: '101' } },
  tillo: { settings: { brand: 'amazon' } },
  ding: { settings: { sku: 'XB_PIN' } },
  runa: { settings: { product: 'AMZ-GB' }, account: { codes: 'read' } },
  plugin: { settings: { product: 'card' } },
}

test('codes with leading zeros and costs of five decimals arrive byte for byte from each supplier', async () => {
  const service = await startService({ funds: { EUR: '1000.00' } })
  const { admin, partner } = service
  const standIns: StandIn[] = []
  try {
    const items: object[] = []
    for (const [adapter, { settings, account }] of Object.entries(CARDS)) {
      const { secrets, open } = SHOPS[adapter as ShopName]
      const standIn = await startStandIn(open())
      standIns.push(standIn)
      standIn.books.fee = scaled('1.23457')
      const place = { adapter, name: 'main', environment: 'sandbox', baseUrl: standIn.url }
      dataOf(await admin.post('/admin/v1/suppliers', { ...place, secrets, settings: account }))
      const supplierSettings = { account: 'main', ...settings }
      const { productId } = await service.product({
        currency: 'EUR',
        supplier: adapter,
        supplierSettings,
      })
      items.push({ productId, amount: 10, quantity: 2 })
    }
    const { id } = dataOf(await partner.post('/v2/orders', anOrder({ currency: 'EUR', items })))
    await service.waitForOrder(id, 'COMPLETED')

    const delivered: { giftCardNumber: string }[] = dataOf(
      await partner.get(`/v2/orders/${id}/items`),
    )
    for (const [at, [adapter]] of Object.entries(CARDS).entries()) {
      const sales = standIns[at]?.books.sales ?? []
      const sold = sales.flatMap(({ codes }) => codes.map(({ number }) => number))
      const numbers = delivered.slice(2 * at, 2 * at + 2).map((one) => one.giftCardNumber)
      expect({ adapter, numbers: numbers.toSorted() }).toEqual({
        adapter,
        numbers: sold.toSorted(),
      })
      expect(numbers.toSorted()[0]).toMatch(/^00\d{18}$/)
      const purchases: { cost: string }[] = dataOf(
        await admin.get(`/admin/v1/suppliers/${adapter}:main/purchases`),
      )
      const costs = purchases.map(({ cost }) => cost).toSorted()
      expect(costs).toEqual(sales.map(({ price }) => decimal(price)).toSorted())
      expect(costs[0]).toMatch(/\.\d{3}57$/)
    }
  } finally {
    await Promise.all(standIns.map((one) => one.close()))
  }
})

const ACCOUNT_NUMBER = { name: 'accountNumber', label: 'Account', pattern: '[0-9]{6,15}' }

test('a bill is paid once, with the amount that is due, and its quote refuses another amount or a second payment', async () => {
  const standIn = await startStandIn(SHOPS.ding.open())
  const service = await startService({ funds: { EUR: '200.00' } })
  const { admin, partner } = service
  try {
    const account = { adapter: 'ding', name: 'main', environment: 'sandbox' }
    const { secrets } = SHOPS.ding
    dataOf(await admin.post('/admin/v1/suppliers', { ...account, baseUrl: standIn.url, secrets }))
    const { productId } = await service.product({
      currency: 'EUR',
      denominationType: 'VARIABLE',
      fixedAmounts: undefined,
      minAmount: 5,
      maxAmount: 100,
      productType: 'BILL_PAYMENT',
      recipientFields: [{ ...ACCOUNT_NUMBER, required: true }],
      supplier: 'ding',
      supplierSettings: { account: 'main', sku: 'US_POWER_Bill' },
    })
    const recipient = { accountNumber: '12345678' }
    const line = (amount: number) => ({ productId, amount, quantity: 1, recipient })
    const quoteOf = async (...items: ReturnType<typeof line>[]) => {
      const request = { currency: 'EUR', items }
      return { request, quote: dataOf(await partner.post('/v2/quotes', request)) }
    }
    const quoteAmount = (amount: number) => quoteOf(line(amount))

    const lessQuote = await quoteAmount(10)

    const message = 'must be 42.50 EUR, which is due'
    expect(lessQuote.quote.faults).toEqual([{ field: 'items[0].amount', message }])
    expect(lessQuote.quote.quoteId).toBeUndefined()
    const offer = { dueAmount: 42.5, dueCurrency: 'EUR', feeAmount: 0, feeCurrency: 'EUR' }
    expect(lessQuote.quote.items[0].offer).toEqual(offer)

    const other = { ...line(42.5), recipient: { accountNumber: '87654321' } }
    const twice = await quoteOf({ ...line(42.5), quantity: 2 }, other, line(42.5))
    expect(twice.quote.quoteId).toBeUndefined()
    expect(twice.quote.faults).toEqual([
      { field: 'items[0].quantity', message: 'must be 1: a bill is paid once' },
      {
        field: 'items[2].recipient',
        message: 'names the bill of items[0], and a bill is paid once',
      },
    ])

    const { request, quote } = await quoteAmount(42.5)
    const order = anOrder({ ...request, quoteId: quote.quoteId })
    const { id } = dataOf(await partner.post('/v2/orders', order))
    await service.waitForOrder(id, 'COMPLETED')

    expect(standIn.books.sales.map(({ face }) => decimal(face))).toEqual(['42.5'])
  } finally {
    await standIn.close()
  }
})

test('a webhook of the supplier makes its purchase looked up at once; forged ones and other accounts do nothing', async () => {
  const standIn = await startStandIn(SHOPS.reloadly.open())
  const service = await startService({ funds: { EUR: '100.00' }, settings: { claimPort: 0 } })
  const { admin, partner } = service
  try {
    const secrets = { ...SHOPS.reloadly.secrets, webhookSecret: 'signs-webhooks' }
    const account = { adapter: 'reloadly', environment: 'sandbox', baseUrl: standIn.url, secrets }
    for (const name of ['main', 'other']) {
      dataOf(await admin.post('/admin/v1/suppliers', { ...account, name }))
    }
    const { productId } = await service.product({
      currency: 'EUR',
      supplier: 'reloadly',
      supplierSettings: { account: 'main', product: '101' },
    })
    standIn.books.isSlow = true
    const items = [{ productId, amount: 10, quantity: 1 }]
    const { id } = dataOf(await partner.post('/v2/orders', anOrder({ currency: 'EUR', items })))
    await eventually(async () => {
      const { rowCount } = await service.db.pool.query(
        `update fulfillments set due_at = now() + interval '1 hour'
         where lease_owner is null and exists (
           select from supplier_creates where status = 'PLACED')`,
      )
      expect(rowCount).toBe(1)
    })
    const waits = async (): Promise<boolean> => {
      const { rows } = await service.db.pool.query(
        `select from fulfillments where due_at > now() + interval '50 minutes'`,
      )
      return rows.length === 1
    }
    standIn.books.isSlow = false
    const { url } = await sentLink(partner, { currency: 'EUR', amount: 1 })
    const [sale] = standIn.books.sales
    const named = { data: { customIdentifier: sale?.reference, status: 'SUCCESSFUL' } }
    const post = async (name: string, secret: string, payload: object = named): Promise<number> => {
      const body = JSON.stringify(payload)
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const signature = createHmac('sha256', secret).update(`${body}:${timestamp}`).digest('hex')
      const headers = {
        'content-type': 'application/json',
        'x-reloadly-request-timestamp': timestamp,
        'x-reloadly-signature': signature,
      }
      const target = new URL(`/feedback/suppliers/${name}`, url)
      return (await fetch(target, { method: 'POST', headers, body })).status
    }

    expect(await post('reloadly:main', 'guessed')).toBe(401)
    expect(await post('reloadly:nowhere', 'signs-webhooks')).toBe(401)
    const refusals = service.logged.filter((line) => line.includes('it is not signed'))
    expect(refusals.map((line) => JSON.parse(line).supplier)).toEqual([
      'reloadly:main',
      'reloadly:nowhere',
    ])
    expect(await post('reloadly:main:x', 'signs-webhooks')).toBe(401)
    // No person reads the error.
    const tooLarge = { method: 'POST', body: 'x'.repeat(70_000) }
    const refused = await fetch(new URL('/feedback/suppliers/reloadly:main', url), tooLarge)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toEqual({ error: 'Request body is too large' })
    expect(await post('reloadly:other', 'signs-webhooks')).toBe(204)
    expect(await post('reloadly:main', 'signs-webhooks', { id: 'a\u0000b' })).toBe(204)
    expect(await waits()).toBe(true)
    expect(await post('reloadly:main', 'signs-webhooks')).toBe(204)

    await service.waitForOrder(id, 'COMPLETED')
  } finally {
    await standIn.close()
  }
})
