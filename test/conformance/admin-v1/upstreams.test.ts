import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../src/db/mod.ts'
import { withoutBackoffs } from '../../support/backoffs.ts'
import type { Json } from '../../support/client.ts'
import { eventually, withoutPauses } from '../../support/eventually.ts'
import { dataOf, openService, type Partner, type RunningService } from '../../support/service.ts'
import { completed, expectError, INSTANT, placed } from '../v2/fixture.ts'
import { makeUpPurchase } from './purchases.ts'
import { anUpstream, expectData, expectPage, lastAudit } from './fixture.ts'

/** The service buys from itself, as its partner that sells nothing else. */
let service: RunningService
let seller: Partner
let theirId: number
let productId: number

const PATH = '/admin/v1/upstreams/self'
const REASON = { reason: 'they give the money back' }

beforeAll(async () => {
  const settings = { upstreamPollSeconds: 0.2, rateLimit: 0 }
  service = await openService({ funds: { USD: '1000.00' }, settings })
  seller = await service.newPartner({ USD: '500.00' })
  const account = { baseUrl: service.url, currency: 'USD', ...seller.credentials }
  dataOf(await service.admin.post('/admin/v1/upstreams', { name: 'self', ...account }))
  theirId = (await service.product()).productId
  productId = await resold(theirId)
})

// A call from the service to its upstream, which is itself, may be under way.
afterAll(() => withoutPauses(service.end()))

async function resold(upstreamProductId: number): Promise<number> {
  const supplierSettings = { upstream: 'self', productId: upstreamProductId }
  return (await service.product({ supplier: 'upstream', supplierSettings })).productId
}

async function purchases(query: string): Promise<Json[]> {
  return dataOf(await service.admin.get(`${PATH}/purchases?${query}`))
}

/** An order that is COMPLETED, without waiting the second until the upstream is polled again. */
function bought(input: Json): Promise<Json> {
  return withoutBackoffs(service.db, completed(service, input))
}

function close(reference: string, body: Json = REASON) {
  return service.admin.post(`${PATH}/purchases/${reference}/close`, body)
}

/**
 * Waits until the upstream has the order, changes the order id that we stored, and waits for the
 * poll.
 */
async function untilFaulty(orderId: string): Promise<Json> {
  const find = async () => (await purchases(`orderId=${orderId}`))[0] ?? {}
  await expect.poll(find).toMatchObject({ status: 'PLACED' })
  const { upstreamOrderId } = await find()
  await service.db.rows(sql`
    update upstream_purchases set upstream_order_id = 'ord_none'
    where upstream_order_id = ${upstreamOrderId}`)
  const isFaulty = async () =>
    expect(await find()).toMatchObject({
      faults: expect.any(Number),
      lastFault: expect.stringContaining('do not know'),
    })
  await withoutBackoffs(service.db, eventually(isFaulty))
  return find()
}

describe('PATCH /upstreams/{upstreamName}', () => {
  test.each(['https://elsewhere.example.com', 'ftp://elsewhere', null])(
    '400: an address of %s changes nothing, because a host there would get our key',
    async (baseUrl) => {
      const { admin } = service
      const account = anUpstream(`at-${randomUUID()}`)
      const before = dataOf(await admin.post('/admin/v1/upstreams', account))

      const reply = await admin.patch(`/admin/v1/upstreams/${account.name}`, { baseUrl })

      expectError(reply, 400, 'VALIDATION_ERROR', ['baseUrl'])
      const upstreams = dataOf(await admin.get('/admin/v1/upstreams?pageSize=2000'))
      const { name, baseUrl: unmoved } = before
      expect(upstreams).toContainEqual(expect.objectContaining({ name, baseUrl: unmoved }))
    },
  )
})

describe('GET /upstreams/{upstreamName}/products', () => {
  test('200: the products that it sells now, in the currency of the account, page by page', async () => {
    const phone = { name: 'phone', label: 'Phone', pattern: '[0-9]{8}', required: true }
    await service.product({ productType: 'TOP_UP', recipientFields: [phone], supplier: 'sandbox' })
    const { body } = await seller.get(`/v2/products?currency=USD&page=2&pageSize=2`)
    expect(body.data).toMatchObject([{ recipientFields: [phone] }])

    const reply = await service.admin.get(`${PATH}/products?page=2&pageSize=2`)

    expect(expectPage(reply, body.meta.pagination)).toEqual(body.data)
  })

  test('404 RESOURCE_NOT_FOUND: no upstream has the name', async () => {
    expectError(
      await service.admin.get('/admin/v1/upstreams/none/products'),
      404,
      'RESOURCE_NOT_FOUND',
    )
  })

  test('503 if it does not respond, 409 if it refuses the request; no response shows a secret', async () => {
    const { admin, url } = service
    const [away, foreign, unlike] = ['away', 'foreign', 'unlike'].map(anUpstream)
    dataOf(await admin.post('/admin/v1/upstreams', away))
    dataOf(await admin.post('/admin/v1/upstreams', { ...foreign, baseUrl: url }))
    dataOf(await admin.post('/admin/v1/upstreams', { ...unlike, baseUrl: `${url}/none` }))

    const silent = await admin.get('/admin/v1/upstreams/away/products')
    const denied = await admin.get('/admin/v1/upstreams/foreign/products')
    const missing = await admin.get('/admin/v1/upstreams/unlike/products')

    expect([silent.status, denied.status, missing.status]).toEqual([503, 409, 409])
    expect(silent.headers['retry-after']).toBe('5')
    expect(silent.body.error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      docUrl: '/docs/errors#upstream_unavailable',
    })
    expect(silent.body.error.message).toContain('ECONNREFUSED')
    expect(silent.text + denied.text + missing.text).not.toContain('tsk_theirs')
  })
})

describe('GET /upstreams/{upstreamName}/purchases', () => {
  test('200: the purchases, each with its order and its state', async () => {
    const order = await bought({ productId, quantity: 2 })
    const [theirs] = await seller.orders()

    const reply = await service.admin.get(`${PATH}/purchases?orderId=${order.id}`)

    const only = { page: 1, pageSize: 100, totalRecords: 1, totalPages: 1, hasNext: false }
    expect(expectPage(reply, only)).toEqual([
      {
        reference: theirs.clientReference,
        status: 'PLACED',
        released: false,
        partnerId: service.partner.partnerId,
        orderId: order.id,
        fulfillmentId: `ful_${order.id.slice('ord_'.length)}-1`,
        productId,
        upstreamProductId: theirId,
        currency: 'USD',
        faceValue: 10,
        quantity: 2,
        upstreamOrderId: theirs.id,
        upstreamStatus: 'COMPLETED',
        costCurrency: 'USD',
        cost: 20,
        sends: 1,
        begunAt: expect.stringMatching(INSTANT),
        faults: 0,
      },
    ])
  })

  test('newest first, of every state or of one, page by page', async () => {
    const first = await bought({ productId })
    const second = await bought({ productId })
    await service.db.rows(sql`
      update upstream_purchases set status = 'CANCELLED'
      where upstream_order_id = ${(await purchases(`orderId=${first.id}`))[0].upstreamOrderId}`)

    const orderIds = async (query: string): Promise<string[]> =>
      (await purchases(query)).map(({ orderId }) => orderId)

    expect((await orderIds('pageSize=2')).slice(0, 2)).toEqual([second.id, first.id])
    expect(await orderIds('pageSize=1&page=2')).toEqual([first.id])
    expect(await orderIds('status=CANCELLED')).toEqual([first.id])
    expect(await orderIds(`status=PLACED&orderId=${first.id}`)).toEqual([])
  })

  test('400 VALIDATION_ERROR: a page beyond the depth of an unfiltered list', async () => {
    expectError(
      await service.admin.get(`${PATH}/purchases?page=11&pageSize=2000`),
      400,
      'VALIDATION_ERROR',
      ['page'],
    )
  })
})

describe('POST /upstreams/{upstreamName}/purchases/{reference}/close', () => {
  test('200: a purchase that the upstream no longer knows is closed, and bought again', async () => {
    const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'slow', delayMs: 60_000 } }
    const { productId: slowId } = await service.product(settings)
    const order = await placed(service.partner, { productId: await resold(slowId) })
    const lost = await untilFaulty(order.id)
    dataOf(await service.admin.patch(`/admin/v1/products/${slowId}`, { supplier: 'generator' }))

    const closed = expectData(await close(lost.reference), 200)

    expect(closed).toMatchObject({ reference: lost.reference, status: 'CLOSED', released: false })
    await withoutBackoffs(service.db, service.waitForOrder(order.id, 'COMPLETED'))
    const states = (await purchases(`orderId=${order.id}`)).map(({ status }) => status)
    expect(states).toEqual(['PLACED', 'CLOSED'])
  })

  test('409 BUSINESS_RULE_VIOLATION: a purchase without a fault, or an ended one, is not closed', async () => {
    const { id: orderId } = await placed(service.partner, { productId: theirId })
    const [fine, wrong] = [
      await makeUpPurchase(service, { upstream: 'self', orderId }),
      await makeUpPurchase(service, {
        upstream: 'self',
        orderId: (await placed(service.partner, { productId: theirId })).id,
        fault: 'they do not know it',
      }),
    ]
    const refused = [409, 'BUSINESS_RULE_VIOLATION'] as const

    expectError(await close(fine), ...refused)
    expectData(await close(wrong), 200)
    const entry = await lastAudit(service)
    expectError(await close(wrong), ...refused)

    expect(await purchases(`orderId=${orderId}`)).toMatchObject([{ status: 'PLACED' }])
    expect(await lastAudit(service)).toEqual(entry)
  })

  test('409 BUSINESS_RULE_VIOLATION: the create request may still arrive at the upstream', async () => {
    const { id: orderId } = await placed(service.partner, { productId: theirId })
    const fault = 'the service did not answer'
    const reference = await makeUpPurchase(service, { upstream: 'self', orderId, fault })
    const of = sql`reference = ${reference.slice(-36)}::uuid`
    const unsure = async (at: string) =>
      service.db.rows(sql`
        update upstream_purchases
        set status = 'PLACING', released = true, unsure_until = now() + ${at}::interval
        where ${of}`)

    await unsure('1 hour')
    const early = await close(reference)
    await unsure('-1 second')

    expectError(early, 409, 'BUSINESS_RULE_VIOLATION')
    expect(early.body.error.message).toContain('may still arrive')
    expect(expectData(await close(reference), 200)).toMatchObject({ status: 'CLOSED' })
  })
})
