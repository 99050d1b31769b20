import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply, SignedClient } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import {
  aCredit,
  aCustomer,
  aDebit,
  contentOf,
  CUSTOMERS,
  newCustomer,
  transactionsOf,
  walletsOf,
} from '../partner-v1/fixture.ts'
import { completeOrder, placeOrder, setRate } from '../v2/fixture.ts'

/** A currency of three decimals that is in no list: USD 10.00 in the database becomes XQX 1.000. */
const FORMER = 'XQX'
const COLUMNS = [
  ['accounts', 'currency'],
  ['orders', 'currency'],
  ['order_lines', 'product_currency'],
  ['products', 'currency'],
  ['wallets', 'currency'],
  ['campaigns', 'currency'],
  ['fx_rates', 'from_currency'],
  ['fx_pairs', 'from_currency'],
] as const

let service: RunningService
let deliveredOrder: Json
let waitingOrder: Json
let customer: Json
let campaign: Json
let partnerPath: string
let productId: number

beforeAll(async () => {
  service = await openService()
  const { partner, admin } = service
  partnerPath = `/admin/v1/partners/${partner.partnerId}`
  dataOf(await admin.post(`${partnerPath}/deposits`, aDeposit('USD', 100)))
  ;({ productId } = await service.product({ minAmount: 0.1 }))
  const { productId: unstocked } = await service.product({ supplier: 'vault' })
  await setRate(service, ['USD', 'EUR', 0.9])
  deliveredOrder = await completeOrder(service, { productId, quantity: 2 })
  waitingOrder = await placeOrder(partner, { productId: unstocked })
  await service.waitForOrder(waitingOrder['id'], 'OUT_OF_STOCK')
  customer = await newCustomer(partner, { email: 'ann@example.com', initialFunds: 10 })
  campaign = dataOf(await admin.post(`${partnerPath}/campaigns`, aCampaign('USD')))
  await delistUsd(service)
})
afterAll(() => service.end())

/**
 * Rewrites stored USD to a currency that only an earlier release listed, and starts a process
 * of the present release.
 */
async function delistUsd({ db, another }: RunningService): Promise<void> {
  await db.pool.query(`insert into currencies (code, exponent) values ('${FORMER}', 3)`)
  for (const [table, column] of COLUMNS) {
    await db.pool.query(`update ${table} set ${column} = '${FORMER}' where ${column} = 'USD'`)
  }
  await db.pool.query('update books set version = version + 1, lineage = default')
  await db.pool.query('update catalog_version set version = version + 1')
  await another()
}

const REFERENCE = randomUUID()

function aDeposit(currency: string, amount: number): Json {
  return { currency, amount, reference: REFERENCE }
}

function aCampaign(currency: string): Json {
  return { name: 'Summer', currency }
}

test('balances, orders, items and exports are read as they are stored', async () => {
  const { partner, admin, http } = service
  expect(await partner.funds()).toEqual({ [FORMER]: 6 })
  const order = dataOf(await partner.get(`/v2/orders/${deliveredOrder['id']}`))
  expect(order).toMatchObject({ currency: FORMER, totalAmount: 2, status: 'COMPLETED' })
  expect(await partner.orders()).toHaveLength(2)
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${deliveredOrder['id']}/items`))
  expect(items).toMatchObject([
    { currency: FORMER, faceValue: 1 },
    { currency: FORMER, faceValue: 1 },
  ])
  const target = `/v2/orders/${deliveredOrder['id']}/fulfillments/export`
  const { pathname, search } = new URL(dataOf(await partner.get(target)).downloadUrl)
  const csv = await http.send({ method: 'GET', target: pathname + search })
  expect(csv.text).toContain(`${FORMER},1,`)
  const operatorOrder = dataOf(await admin.get(`/admin/v1/orders/${deliveredOrder['id']}`))
  expect(operatorOrder).toMatchObject({ currency: FORMER, totalAmount: 2, chargedAmount: 2 })
  expect(dataOf(await admin.get('/admin/v1/products'))).toMatchObject([
    { currency: FORMER, minAmount: 0.01 },
    { currency: FORMER },
  ])
  expect(dataOf(await admin.get('/admin/v1/fx-rates'))).toMatchObject([{ from: FORMER }])
  const history = `/admin/v1/fx-rates/history?from=${FORMER}&to=EUR`
  expect(dataOf(await admin.get(history))).toHaveLength(1)
})

test('money of a former currency can still be used: wallets, cancellations, reversals and replays', async () => {
  const { partner, admin } = service
  const path = transactionsOf(customer['walletId'])
  expect(await contentOf(partner, walletsOf(customer['id']))).toMatchObject([{ balance: 1 }])
  expect(dataOf(await partner.post(path, aCredit({ amount: 0.125 }))).newBalance).toBe(1.125)
  expect(dataOf(await partner.post(path, aDebit({ amount: 1 }))).newBalance).toBe(0.125)
  const reason = 'no longer wanted'
  dataOf(await admin.post(`/admin/v1/orders/${waitingOrder['id']}/cancel`, { reason }))
  const replay = dataOf(await admin.post(`${partnerPath}/deposits`, aDeposit(FORMER, 10)))
  expect(replay).toMatchObject({ currency: FORMER, amount: 10, funds: 10 })
  const reversal = { ...aDeposit(FORMER, 7.875), reason: 'paid out' }
  expect(dataOf(await admin.post(`${partnerPath}/reversals`, reversal)).funds).toBe(0)
})

test('a product whose currency is no longer listed is in no catalog, and can be switched off', async () => {
  const { partner, admin } = service
  const inEuros = async (): Promise<Json> => dataOf(await partner.get('/v2/products?currency=EUR'))
  await expect.poll(inEuros).toEqual([])
  expect((await partner.get(`/v2/products/${productId}?currency=EUR`)).status).toBe(404)
  const order = anOrder({ productId, currency: 'EUR', amount: 1 })
  expect(fieldsOf(await partner.post('/v2/orders', order))).toEqual(['items[0].productId'])
  const path = `/admin/v1/products/${productId}`
  expect(dataOf(await admin.patch(path, { active: false })).active).toBe(false)
})

type Request = (clients: { service: RunningService; partner: SignedClient }) => Promise<Reply>

const NEW_USES: [string, string, Request][] = [
  [
    'an order',
    'currency',
    ({ partner }) => partner.post('/v2/orders', anOrder({ currency: FORMER })),
  ],
  [
    'a deposit',
    'currency',
    ({ service: { admin } }) =>
      admin.post(`${partnerPath}/deposits`, { ...aDeposit(FORMER, 1), reference: 'another' }),
  ],
  [
    'a product',
    'currency',
    ({ service: { admin } }) =>
      admin.post('/admin/v1/products', {
        brand: 'Northwind',
        currency: FORMER,
        denominationType: 'FIXED',
        fixedAmounts: [10],
        supplier: 'generator',
      }),
  ],
  [
    'a rate',
    'rates[0].from',
    ({ service: { admin } }) =>
      admin.put('/admin/v1/fx-rates', { rates: [{ from: FORMER, to: 'EUR', rate: 2 }] }),
  ],
  [
    'a consumer',
    'currency',
    ({ partner }) => partner.post(CUSTOMERS, aCustomer({ currency: FORMER })),
  ],
  [
    'a campaign',
    'currency',
    ({ service: { admin } }) => admin.post(`${partnerPath}/campaigns`, aCampaign(FORMER)),
  ],
  ['a catalog', 'currency', ({ partner }) => partner.get(`/v2/products?currency=${FORMER}`)],
]

test.each(NEW_USES)(
  '400: %s in a currency that is no longer listed, naming %s',
  async (_what, field, send) => {
    const reply = await send({ service, partner: service.partner })
    expect(reply.status).toBe(400)
    expect(fieldsOf(reply)).toEqual([field])
  },
)

test('409: a further wallet of a campaign whose currency is no longer listed', async () => {
  const path = `${partnerPath}/campaigns/${campaign['campaignId']}/wallets`
  expect((await service.admin.post(path, { consumerId: customer['id'] })).status).toBe(409)
})

function fieldsOf({ body }: Reply): string[] {
  return body.error.details.map(({ field }: { field: string }) => field)
}
