import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partnersWithNews } from '../../../src/consumers/notification-rows.ts'
import { countOpenBatches } from '../../../src/fulfillment/count-batches.ts'
import { createStuckCheck } from '../../../src/fulfillment/stuck-orders.ts'
import { marginSums } from '../../../src/reports/margin-rows.ts'
import { systemClock } from '../../../src/core/mod.ts'
import { createFundsCheck } from '../../../src/alerts/watch-funds.ts'
import {
  Http,
  signedClient,
  type Json,
  type Reply,
  type SignedClient,
} from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'

let service: RunningService
let credential: Json
let tester: SignedClient
let liveProductId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '100000.00', JPY: '5000' } })
  liveProductId = (await service.product()).productId
  credential = dataOf(await issue({ mode: 'test' }))
  tester = signedClient(service.http, credential)
})

afterAll(() => service.end())

function issue(body: object, partnerId = service.partner.partnerId): Promise<Reply> {
  return service.admin.post(`/admin/v1/partners/${partnerId}/credentials`, body)
}

async function productNamed(brand: string): Promise<Json> {
  const products: Json[] = dataOf(await tester.get('/v2/products?currency=USD'))
  return products.find((product) => product.brand === brand)
}

async function order(brand: string, input: Json = {}): Promise<Json> {
  const { productId } = await productNamed(brand)
  return dataOf(await tester.post('/v2/orders', anOrder({ productId, ...input })))
}

function waitForStatus(id: string, status: string): Promise<void> {
  return eventually(async () => {
    expect(dataOf(await tester.get(`/v2/orders/${id}`))).toMatchObject({ status })
  })
}

async function openAlerts(): Promise<string[]> {
  const alerts: Json[] = dataOf(await service.admin.get('/admin/v1/alerts?state=open'))
  return alerts.map(({ kind }) => kind)
}

describe('a test credential', () => {
  test('belongs to the test partner of its partner, which has play money', async () => {
    const { testPartnerId, apiKey } = credential
    expect(apiKey).toMatch(/^tsk_test_[\w-]{43}$/)
    const shown = dataOf(await service.admin.get(`/admin/v1/partners/${testPartnerId}`))
    expect(shown).toMatchObject({ testOf: service.partner.partnerId, status: 'ACTIVE' })
    const { body } = await tester.get('/v2/accounts/balances')
    expect(body.fundsList).toEqual([
      { currency: 'JPY', funds: 1_000_000 },
      { currency: 'USD', funds: 1_000_000 },
    ])
    expect(await service.partner.funds()).toEqual({ USD: 100_000, JPY: 5_000 })
  })

  test('a second test credential shares the test partner, which gets no further money', async () => {
    const second = dataOf(await issue({ mode: 'test', permissions: ['balance:read'] }))
    const own = dataOf(await issue({}, credential.testPartnerId))
    for (const one of [second, own]) {
      expect(one).toMatchObject({ testPartnerId: credential.testPartnerId })
      expect(one.apiKey).toMatch(/^tsk_test_/)
      const { body } = await signedClient(service.http, one).get('/v2/accounts/balances')
      expect(body.fundsList).toContainEqual({ currency: 'USD', funds: 1_000_000 })
    }
    const all: Json[] = dataOf(await service.admin.get('/admin/v1/products'))
    expect(all.filter(({ brand }) => brand === 'Test gift card')).toHaveLength(1)
  })

  test('is rotated and revoked as a live credential is, with audit entries', async () => {
    const { clientId } = dataOf(await issue({ mode: 'test' }))
    const path = `/admin/v1/partners/${credential.testPartnerId}/credentials/${clientId}`
    const rotation = dataOf(await service.admin.post(`${path}/rotate`, { overlapSeconds: 0 }))
    expect(rotation.apiKey).toMatch(/^tsk_test_/)
    const old = await service.admin.post(`${path}/revoke`, { reason: 'done' })
    expect(dataOf(old)).toMatchObject({ state: 'REVOKED' })
    const actionsOf = async (target: string): Promise<string[]> => {
      const entries: Json[] = dataOf(await service.admin.get(`/admin/v1/audit?target=${target}`))
      return entries.map(({ action }) => String(action)).toSorted()
    }
    expect(await actionsOf(`partner:${credential.testPartnerId}`)).toEqual(['partner.create'])
    expect(await actionsOf(`credential:${clientId}`)).toEqual([
      'credential.issue',
      'credential.revoke',
      'credential.rotate',
    ])
    const { productId } = await productNamed('Test gift card')
    expect(await actionsOf(`product:${productId}`)).toEqual(['product.create'])
  })

  test('400 for a live credential of a test partner; 404 for an unknown partner', async () => {
    const live = await issue({ mode: 'live' }, credential.testPartnerId)
    expectError(live, 400, 'VALIDATION_ERROR', ['mode'])
    expectError(await issue({ mode: 'test' }, 9_999), 404, 'RESOURCE_NOT_FOUND')
  })
})

describe('live and test mode are separate', () => {
  test('a live credential orders live products only, a test credential test products only', async () => {
    const { productId } = await productNamed('Test gift card')
    for (const [client, foreign, own] of [
      [service.partner, productId, liveProductId],
      [tester, liveProductId, productId],
    ] as const) {
      const seen: Json[] = dataOf(await client.get('/v2/products?currency=USD'))
      expect(seen.map((one) => one.productId)).toContain(own)
      expect(seen.map((one) => one.productId)).not.toContain(foreign)
      const shown = await client.get(`/v2/products/${foreign}?currency=USD`)
      expectError(shown, 404, 'RESOURCE_NOT_FOUND')
      const refused = await client.post('/v2/orders', anOrder({ productId: foreign }))
      expectError(refused, 400, 'VALIDATION_ERROR', ['items[0].productId'])
      const { faults } = dataOf(
        await client.post('/v2/quotes', {
          currency: 'USD',
          items: [{ productId: foreign, amount: 10, quantity: 1 }],
        }),
      )
      expect(faults).toMatchObject([{ field: 'items[0].productId' }])
    }
  })

  test('neither mode sees orders, consumers or references of the other mode', async () => {
    const clientReference = 'shared'
    const [liveOrder, testOrder] = [
      dataOf(
        await service.partner.post(
          '/v2/orders',
          anOrder({ productId: liveProductId, clientReference }),
        ),
      ),
      await order('Test gift card', { clientReference }),
    ]
    await waitForStatus(testOrder.id, 'COMPLETED')
    expectError(await tester.get(`/v2/orders/${liveOrder.id}`), 404, 'RESOURCE_NOT_FOUND')
    expectError(await service.partner.get(`/v2/orders/${testOrder.id}`), 404, 'RESOURCE_NOT_FOUND')
    const [item] = dataOf(await tester.get(`/v2/orders/${testOrder.id}/items`))
    expect(item.giftCardNumber).toMatch(/^SANDBOX-/)

    const consumer = { fullName: 'A', email: 'a@example.com', currency: 'USD', initialFunds: 0 }
    for (const client of [service.partner, tester]) {
      expect((await client.post('/api/partner/v1/customer', consumer)).status).toBe(200)
      expect((await client.get('/api/partner/v1/customer')).body.content).toHaveLength(1)
    }
  })

  test('for a live credential, a reserved reference is like any other', async () => {
    for (const name of ['fault', 'overloaded', 'cancelled', 'nothing']) {
      const input = { productId: liveProductId, clientReference: `try:${name}` }
      const { id } = dataOf(await service.partner.post('/v2/orders', anOrder(input)))
      await service.waitForOrder(id, 'COMPLETED')
    }
  })
})

describe('a test product', () => {
  const gift = { brand: 'Mine', currency: 'EUR', denominationType: 'VARIABLE', test: true }

  test('400 VALIDATION_ERROR: may not have a supplier of live codes, and stays a test product', async () => {
    const create = (input: object) =>
      service.admin.post('/admin/v1/products', { ...gift, minAmount: 1, maxAmount: 9, ...input })
    for (const supplier of ['generator', 'vault']) {
      expectError(await create({ supplier }), 400, 'VALIDATION_ERROR', ['supplier'])
    }
    const listed = [{ supplier: 'sandbox' }, { supplier: 'generator' }]
    expectError(await create({ suppliers: listed }), 400, 'VALIDATION_ERROR', ['supplier'])
    const { productId, test: isTest } = dataOf(await create({ supplier: 'sandbox' }))
    expect(isTest).toBe(true)
    const path = `/admin/v1/products/${productId}`
    for (const [change, field] of [
      [{ supplier: 'generator' }, 'supplier'],
      [{ test: false }, 'test'],
    ] as const) {
      expectError(await service.admin.patch(path, change), 400, 'VALIDATION_ERROR', [field])
    }
    const live = await service.admin.patch(`/admin/v1/products/${liveProductId}`, { test: true })
    expectError(live, 400, 'VALIDATION_ERROR', ['test'])
  })
})

describe('reports about all partners leave test partners out', () => {
  test('refused batches, an account without funds and spent play money alert nobody', async () => {
    const { db, clock } = service.services
    const { productId } = await productNamed('Test gift card')
    const largeOrder = { items: [{ productId, amount: 1_000, quantity: 999 }] }
    await waitForStatus((await order('Test gift card', largeOrder)).id, 'COMPLETED')
    const refusedOrder = await order('Test: refused')
    const heldOrder = await order('Test: unfunded')
    await waitForStatus(heldOrder.id, 'ON_HOLD')
    await eventually(async () => {
      const [batch] = dataOf(await tester.get(`/v2/orders/${refusedOrder.id}/fulfillments`))
      expect(batch.status).toBe('FAILED')
    })
    const late = { ...clock, now: () => clock.now() + 86_400_000 }
    await createStuckCheck({ db, clock: late, waitingSeconds: 1 })()
    for (const at of [clock, late]) {
      await createFundsCheck({ db, clock: at, lowFundsDays: 7, lowFundsMarginDays: 1 })()
    }
    expect(await openAlerts()).toEqual([])
    expect(await countOpenBatches(db)).toEqual(new Map())
  })

  test('a wrong signature of a test credential alerts nobody', async () => {
    const settings = { failureLimit: 1 }
    const other = await service.another(settings)
    const { clientId, apiKey } = credential
    const wrong = { clientId, apiKey, hmacSecret: 'no' }
    const http = new Http(other.url)
    const client = signedClient(http, wrong)
    const statuses = []
    for (let times = 0; times < 12; times += 1) {
      statuses.push((await client.get('/v2/accounts/balances')).status)
    }
    expect(statuses.at(-1)).toBe(429)
    http.close()
    await other.stop()
    expect(await openAlerts()).toEqual([])
  })

  test('mails, margins, reconciled deposits and metrics', async () => {
    const { db } = service.services
    const { testPartnerId } = credential
    const all = await partnersWithNews(db, { after: 0, last: 2_097_151, next: 0 })
    expect(all).toContain(service.partner.partnerId)
    expect(all).not.toContain(testPartnerId)

    const by = { partner: true, brand: false, product: false, supplier: false, month: false }
    const time = { fromMs: 0, beforeMs: systemClock.now() + 60_000 }
    const sums = await db.rows(marginSums({ ...time, by, partnerId: undefined }))
    expect(sums.map((row) => row.partner_id)).toEqual([service.partner.partnerId])
    const own = await db.rows(marginSums({ ...time, by, partnerId: testPartnerId }))
    expect(own.map((row) => row.partner_id)).toEqual([testPartnerId])

    const file = `reference,amount\n${randomUUID()},1.00\n`
    const query = 'currency=USD&from=2020-01-01&to=2099-01-01&referenceColumn=reference'
    const target = `/admin/v1/reconciliations/deposits?${query}&amountColumn=amount`
    const headers = { 'content-type': 'text/csv' }
    const reconciliation = await service.admin.post(target, file, headers)
    expect(dataOf(reconciliation)).toMatchObject({ missingThere: 1, bookedAmount: 100_000 })

    const { status } = await tester.post('/v2/orders', anOrder({ clientReference: 'try:fault' }))
    expect(status).toBe(500)
    await service.partner.get('/v2/accounts/transactions')
    const metrics = await eventually(async () => {
      const text = await service.services.metrics.text()
      expect(text).toContain('route="GET /v2/accounts/transactions"')
      return text
    })
    expect(metrics).not.toContain('status="500"')
    expect(service.logged.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
