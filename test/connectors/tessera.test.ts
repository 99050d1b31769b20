import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { mirrorDue } from '../../src/connectors/mirror.ts'
import { settleAllDue } from '../../src/connectors/reconcile.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { trySupplier } from '../../src/connectors/try-supplier.ts'
import { endPauses, MS_PER_MINUTE } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'
import { setRate } from '../conformance/v2/fixture.ts'
import { eventually } from '../support/eventually.ts'
import type { Fate } from '../support/http-proxy.ts'
import { dataOf } from '../support/service.ts'
import { issuedTo, numbersOf, register, shareTessera, issueUntil } from './tessera-bench.ts'

const opened = shareTessera()

function onFault(error: unknown): never {
  return expect.unreachable(String(error))
}

test('a batch is one order at its supplier, with codes byte for byte, their expiry and their cost', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product({ supplier: 'vault' })
  const csv =
    'faceValue,giftCardNumber,expiresAt\n10,00012345678901234567,2031-01-01\n10,B-2,2031-01-01'
  await seller.admin.post(`/admin/v1/products/${productId}/codes`, csv, {
    'content-type': 'text/csv',
  })
  const request = buyer.request(productId, { quantity: 2 })

  const outcome = await issueUntil(buyer, request, 'issued')

  expect(numbersOf(outcome)).toEqual(['00012345678901234567', 'B-2'])
  expect(outcome).toMatchObject({ goods: [{ expiresMs: Date.parse('2031-01-01') }] })
  const [order, ...others] = await buyer.partner.orders()
  expect(others).toEqual([])
  expect(order?.clientReference).toMatch(
    new RegExp(`^tessera-1-${request.orderNo}-1-[0-9a-f-]{36}$`),
  )
  const [row] = await fixture.db.rows(sql<{ cost: string; cost_currency: string }>`
    select trim_scale(cost)::text as cost, cost_currency from supplier_creates
    where order_no = ${request.orderNo}`)
  expect(row).toEqual({ cost: '20', cost_currency: 'USD' })
})

test.each<Fate>(['lose', 'after', 'middle', 'twice', 'late'])(
  'a create whose connection is cut is bought once (%s)',
  async (fate) => {
    const { seller, proxy } = opened()
    const buyer = await opened().connect()
    const { productId } = await seller.product()
    opened().fates = [fate]
    const request = buyer.request(productId, { quantity: 3 })

    const codes = numbersOf(await issueUntil(buyer, request, 'issued'))
    await proxy.calm()

    expect(codes).toEqual(await issuedTo(buyer.partner))
    expect(await buyer.partner.funds()).toEqual({ USD: 970 })
  },
)

test('ten workers at once buy a batch once', async () => {
  const { seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product()
  const request = buyer.request(productId)

  await Promise.all(Array.from({ length: 10 }, () => buyer.supplier.issue([request])))
  await issueUntil(buyer, request, 'issued')

  expect(await buyer.partner.orders()).toHaveLength(1)
})

test('without funds nothing is bought, and with funds it is', async () => {
  const { seller } = opened()
  const buyer = await opened().connect('5.00')
  const { productId } = await seller.product()
  const request = buyer.request(productId)

  await issueUntil(buyer, request, 'unfunded')
  expect(await buyer.partner.orders()).toEqual([])
  const deposit = { currency: 'USD', amount: 5, reference: 'more' }
  await seller.admin.post(`/admin/v1/partners/${buyer.partner.partnerId}/deposits`, deposit)

  expect(numbersOf(await issueUntil(buyer, request, 'issued'))).toEqual(
    await issuedTo(buyer.partner),
  )
})

test('a refusal is not definite while an earlier create may still arrive', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect('5.00')
  const { productId } = await seller.product()
  opened().fates = ['lose']
  const request = buyer.request(productId)
  const issue = async (): Promise<unknown> => (await buyer.supplier.issue([request]))[0]

  await issue()
  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 9 * MS_PER_MINUTE)
  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 3 * MS_PER_MINUTE)

  expect(await issue()).toMatchObject({ outcome: 'unfunded' })
})

test.each([
  ['is out of stock there', { supplier: 'vault' }, 'out_of_stock'],
  ['is of another currency there', { currency: 'USD', supplier: 'generator' }, 'refused'],
])('nothing is ordered if the product %s', async (_, input, outcome) => {
  const { seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product(input)
  const currency = outcome === 'refused' ? 'EUR' : 'USD'

  await issueUntil(buyer, buyer.request(productId, { currency }), outcome as 'refused')

  expect(await buyer.partner.orders()).toEqual([])
})

const SLOW = { supplier: 'sandbox', supplierSettings: { outcome: 'pending', delayMs: 600_000 } }

test('an order that the supplier cancels is refused, and costs nothing', async () => {
  const { seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product(SLOW)
  const request = buyer.request(productId)
  await issueUntil(buyer, request, 'pending')
  await eventually(async () => expect(await buyer.partner.orders()).toHaveLength(1))
  const [order] = await buyer.partner.orders()

  const path = `/admin/v1/orders/${order?.id}/cancel`
  expect((await seller.admin.post(path, { reason: 'gone' })).status).toBe(200)

  const reason = `they cancelled their order ${order?.id}`
  expect(await issueUntil(buyer, request, 'refused')).toMatchObject({ reason })
  expect(await buyer.partner.funds()).toEqual({ USD: 1_000 })
})

test('a purchase for an order that is cancelled here goes into stock', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product()
  opened().fates = ['after']
  const request = buyer.request(productId, { quantity: 2 })
  await buyer.supplier.issue([request])
  await buyer.supplier.release([request])
  const stocked: number[] = []

  await eventually(async () => {
    fixture.clock.set(fixture.clock.now() + MS_PER_MINUTE)
    await settleAllDue({
      ...buyer.options,
      floatPollSeconds: 60,
      restocked: (id) => Promise.resolve(void stocked.push(id)),
      funded: () => Promise.resolve(),
      onFault,
    })
    expect(stocked).toEqual([request.productId])
  })

  expect(await fixture.freeAfterAudit(request.productId)).toBe(2)
  expect(await buyer.partner.orders()).toHaveLength(1)
})

test('after a refusal, the next supplier is called for a batch in parts of its own size', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect('10.00')
  const { productId } = await seller.product()
  const standIn = await startStandIn(SHOPS.tillo.open())
  const name = `p${opened().newNumber()}`
  const place = { environment: 'sandbox', baseUrl: standIn.url, secrets: SHOPS.tillo.secrets }
  await register(fixture, { adapter: 'tillo', name, ...place })
  const tillo = createConnector(ADAPTERS.tillo, buyer.options)
  const tilloSettings = { account: name, brand: 'amazon' }
  const request = buyer.request(productId, { quantity: 2 })

  standIn.books.funds.clear()
  const [refused] = await tillo.issue([{ ...request, settings: tilloSettings }])
  expect(refused).toMatchObject({ outcome: 'unfunded' })
  // One order of two units, which our funds there do not cover.
  await issueUntil(buyer, request, 'unfunded')
  await tillo.issue([{ ...request, settings: tilloSettings }])

  const rows = await fixture.db.rows(sql<object>`
    select adapter, first_unit, create_no, quantity
    from supplier_creates join supplier_accounts using (account_id)
    where order_no = ${request.orderNo} order by first_unit, create_no`)
  expect(rows).toEqual([
    { adapter: 'tillo', first_unit: 1, create_no: 1, quantity: 1 },
    { adapter: 'tessera', first_unit: 1, create_no: 2, quantity: 2 },
    { adapter: 'tillo', first_unit: 1, create_no: 3, quantity: 1 },
    { adapter: 'tillo', first_unit: 2, create_no: 1, quantity: 1 },
    { adapter: 'tillo', first_unit: 2, create_no: 2, quantity: 1 },
  ])
  await standIn.close()
})

test('their catalog is mirrored with its texts', async () => {
  const { seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product({ brand: 'Mirrored', minAmount: 5, maxAmount: 50 })
  const locale = { locale: 'en', name: 'Mirrored card', redemptionSteps: ['Go', 'Pay'] }
  const content = { countries: ['DE'], locales: [{ ...locale, terms: 'No cash.' }] }
  dataOf(await seller.admin.patch(`/admin/v1/products/${productId}/content`, content))
  const { db, vault, clock, connections } = buyer.options

  await mirrorDue({ db, vault, clock, adapters: ADAPTERS, onFault }, connections)

  const rows = await db.rows(sql<object>`
    select l.name, l.brand, l.product_type, l.currency, l.countries, l.terms, l.redemption,
           l.min_value::float as min, l.max_value::float as max, l.is_on_sale, l.settings
    from supplier_listings l join supplier_accounts a using (account_id)
    where a.name = ${buyer.name} and l.listing = ${String(productId)}`)
  expect(rows).toEqual([
    {
      name: 'Mirrored card',
      brand: 'Mirrored',
      product_type: 'GIFT_CARD',
      currency: 'USD',
      countries: ['DE'],
      terms: 'No cash.',
      redemption: 'Go\nPay',
      min: 5,
      max: 50,
      is_on_sale: true,
      settings: { product: String(productId) },
    },
  ])
})

test('every scenario of supplier-test passes at another Tessera', async () => {
  const { seller } = opened()
  const buyer = await opened().connect()
  // Our funds there are in another currency.
  const { productId } = await seller.product({ currency: 'EUR' })
  await setRate(seller, ['EUR', 'USD', 1.1])
  const account = {
    environment: 'live' as const,
    secrets: buyer.secrets,
    settings: buyer.settings,
    baseUrl: seller.url,
  }
  const target = { adapter: ADAPTERS.tessera, account, recipient: {} }

  const hurry = setInterval(endPauses, 20)
  const trying = trySupplier({ ...target, listing: String(productId) })
  const findings = await trying.finally(() => clearInterval(hurry))

  const failed = findings.filter(({ result }) => result === 'FAILED')
  expect(failed.filter(({ scenario }) => !scenario.includes('ten minutes ago'))).toEqual([])
  const leftOut = findings.filter(({ result }) => result === 'left out')
  expect(leftOut.map(({ detail }) => detail)).toEqual([
    'docs/connectors.md does not specify its interface',
    'no such request is ever sent',
    'it is not offered',
  ])
})

test('a service buys at another one by an account that is registered over HTTP', async () => {
  const { seller, proxy } = opened()
  const { partner, secrets, settings } = await opened().connect()
  const ours = await opened().service({ funds: { USD: '100.00' } })
  const { productId: sellerProductId } = await seller.product()
  const body = {
    adapter: 'tessera',
    name: 'acme',
    environment: 'live',
    baseUrl: proxy.url,
    secrets,
    settings,
  }
  dataOf(await ours.admin.post('/admin/v1/suppliers', body))
  const { productId } = await ours.product({
    supplier: 'tessera',
    supplierSettings: { account: 'acme', product: String(sellerProductId) },
  })

  const items = [{ productId, amount: 10, quantity: 1 }]
  const order = { clientReference: 'one', currency: 'USD', items }
  const { id } = dataOf(await ours.partner.post('/v2/orders', order))
  await ours.waitForOrder(id, 'COMPLETED')

  expect(await issuedTo(ours.partner)).toEqual(await issuedTo(partner))
  // Its codes are compared in the namespace that the product has.
  const change = { codeNamespace: 'another' }
  const changed = await ours.admin.patch(`/admin/v1/products/${productId}`, change)
  expect([changed.status, changed.body.error.details[0].field]).toEqual([400, 'codeNamespace'])
})
