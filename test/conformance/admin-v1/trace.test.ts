import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { newCustomer } from '../partner-v1/fixture.ts'
import { completeOrder, expectError } from '../v2/fixture.ts'
import { aDeposit, auditCount, expectData, importCsv, lastAudit, pathOf } from './fixture.ts'

const KEY = '0198c0de-0000-4000-8000-000000000007'
const PHONE = { name: 'phone', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }

let service: RunningService
let vaultId: number
let order: Json
let items: Json[]
let customer: Json

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' } })
  vaultId = (await service.product({ supplier: 'vault' })).productId
  const csv = 'faceValue,giftCardNumber\n10,TRACED-1\n10,TRACED-2\n'
  expectData(await importCsv(service, vaultId, csv, '?lot=spring'), 201)
  const fields = { productType: 'TOP_UP', recipientFields: [PHONE], supplier: 'sandbox' }
  const { productId } = await service.product(fields)
  const recipient = { phone: '+15551234567' }
  const lines = [
    { productId: vaultId, amount: 10, quantity: 2, itemReference: 'row 7' },
    { productId, amount: 5, quantity: 1, recipient },
  ]
  const body = { clientReference: 'dispute-1', currency: 'USD', items: lines }
  const reply = await service.partner.send('POST', '/v2/orders', {
    body: JSON.stringify(body),
    headers: { 'idempotency-key': KEY },
  })
  const { id } = reply.body.data
  await service.waitForOrder(id, 'COMPLETED')
  order = (await service.partner.get(`/v2/orders/${id}`)).body.data
  items = (await service.partner.get(`/v2/orders/${id}/items`)).body.data
  customer = await newCustomer(service.partner, { email: 'ann@example.com', initialFunds: 3 })
})
afterAll(() => service.end())

async function traceOf(q: string, query = ''): Promise<Json> {
  const target = `/admin/v1/trace?q=${encodeURIComponent(q)}${query}`
  return expectData(await service.admin.get(target), 200)
}

/** Returns the trace of the only order that `q` leads to. */
async function orderTraceOf(q: string, query = ''): Promise<Json> {
  const { orders } = await traceOf(q, query)
  expect(orders).toHaveLength(1)
  return orders[0]
}

async function openCase(kind: string, itemNo: number): Promise<Json> {
  const body = { itemNo, kind, reason: `${kind} of ${itemNo}` }
  return expectData(await service.admin.post(`/admin/v1/orders/${order['id']}/cases`, body), 201)
}

describe('every identifier of an order leads to the same trace', () => {
  test('price, hold, batches with lots, events and transfers; the recipient masked', async () => {
    const before = await auditCount(service)

    const trace = await orderTraceOf(order['id'])

    expect(trace).toMatchObject({
      as: 'order',
      id: order['id'],
      partnerId: service.partner.partnerId,
      status: 'COMPLETED',
      totalAmount: 25,
      idempotencyKey: KEY,
      moreFulfillments: false,
      lines: [
        { lineNo: 1, itemReference: 'row 7', fxRate: 1, unitCost: 10 },
        { lineNo: 2, recipient: { phone: '***4567' } },
      ],
      purchases: [],
    })
    const [stock, topUp] = trace['fulfillments']
    expect(stock).toMatchObject({ supplier: 'vault', lots: ['spring'] })
    expect(stock).not.toHaveProperty('confirmationNumbers')
    expect(topUp).toMatchObject({ confirmationNumbers: [items[2]?.['giftCardNumber']] })
    expect(topUp).not.toHaveProperty('lots')
    expect(trace['events'].map(({ to }: Json) => to)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
    expect(trace['transfers']).toMatchObject([
      { kind: 'order_hold', amount: 25, currency: 'USD', state: 'pending' },
      { kind: 'order_charge', amount: 25, currency: 'USD', state: 'post' },
    ])
    expect(await auditCount(service)).toBe(before)
  })

  test('the trace is found by every other identifier', async () => {
    const { transfers, fulfillments } = await orderTraceOf(order['id'])
    const identifiers = {
      clientReference: 'dispute-1',
      itemReference: 'row 7',
      recipient: '+1 555 123-4567',
      item: items[1]?.['cardIdentifier'],
      batch: fulfillments[1].fulfillmentId,
      idempotencyKey: KEY,
    }
    for (const [as, q] of Object.entries(identifiers)) {
      expect(await orderTraceOf(q)).toMatchObject({ as, id: order['id'] })
    }
    expect(await orderTraceOf(identifiers.item)).toMatchObject({ itemNo: 2 })
    expect(await orderTraceOf(identifiers.itemReference)).not.toHaveProperty('itemNo')
    for (const { transferId } of transfers) {
      expect(await orderTraceOf(transferId)).toMatchObject({ as: 'transfer', id: order['id'] })
    }
  })

  test('the trace shows no code, and a code leads to nothing', async () => {
    const text = JSON.stringify(await orderTraceOf(order['id'], '&unmasked=true'))
    expect(text).not.toContain('TRACED')
    expect(await traceOf('TRACED-1')).toMatchObject({ orders: [], consumers: [], wallets: [] })
  })

  test('an order with a discount and a fee shows both as transfers of their own', async () => {
    const rule = { productId: vaultId, discountPercent: 10, feeAmount: 0.5, reason: 'agreed' }
    const reply = await service.admin.post('/admin/v1/price-rules', rule)
    expect(reply.status).toBe(201)
    expectData(await importCsv(service, vaultId, 'faceValue,giftCardNumber\n10,T-3\n'), 201)
    const { id } = await completeOrder(service, { productId: vaultId, amount: 10, quantity: 1 })

    const { transfers } = await orderTraceOf(id)

    const kinds = transfers.map(({ kind }: Json) => kind)
    expect(kinds).toEqual(['order_hold', 'order_charge', 'order_discount', 'order_fee'])
    for (const { transferId } of transfers) {
      expect(await orderTraceOf(transferId)).toMatchObject({ id })
    }
  })
})

describe('the cases of an order are a part of its trace', () => {
  test('newest first, found by the id of each and by the transfer of a refund', async () => {
    const block = await openCase('block', 1)
    const refund = await openCase('refund', 1)

    const { cases } = await orderTraceOf(order['id'])

    expect(cases).toEqual([refund, block])
    expect(refund).toMatchObject({ kind: 'refund', state: 'DONE', amount: 10 })
    const trace = { as: 'case', id: order['id'], itemNo: 1, cases }
    expect(await orderTraceOf(String(block['caseId']))).toMatchObject(trace)
    const { orders, transfers } = await traceOf(refund['transferId'])
    expect(orders).toMatchObject([{ ...trace, as: 'transfer' }])
    expect(transfers).toMatchObject([{ kind: 'case_refund', amount: 10 }])
  })
})

describe('other things than orders', () => {
  test('a deposit by its transfer id', async () => {
    const body = aDeposit({ reference: 'wire 9' })
    const reply = await service.admin.post(`${pathOf(service.partner)}/deposits`, body)
    const { transferId } = expectData(reply, 201)

    const { orders, transfers } = await traceOf(transferId)

    expect(orders).toEqual([])
    expect(transfers).toMatchObject([{ transferId, kind: 'deposit', amount: 10 }])
  })

  test('a wallet and a consumer by id, a consumer by address, masked', async () => {
    const { partnerId } = service.partner
    const consumer = { partnerId, consumerId: customer['id'], email: 'a***@example.com' }
    expect(await traceOf(customer['walletId'])).toMatchObject({
      wallets: [{ partnerId, walletId: customer['walletId'], balance: 3 }],
    })
    for (const q of [String(customer['id']), 'Ann@Example.com']) {
      expect(await traceOf(q)).toMatchObject({ consumers: [consumer] })
    }
  })

  test('an identifier of nothing', async () => {
    const nothing = {
      orders: [],
      transfers: [],
      wallets: [],
      consumers: [],
      links: [],
      requests: [],
      moreOrders: false,
    }
    for (const q of [
      'nobody',
      'ord_01M7YH3EJW00004000001',
      'trf_9_9',
      '9007199254740991',
      KEY.replace('7', '8'),
    ]) {
      expect(await traceOf(q)).toEqual({ q, ...nothing })
    }
  })
})

describe('`unmasked` shows personal data, and is audited', () => {
  test('of an order, in its trace and by itself', async () => {
    const entry = { action: 'personal-data.read', target: `order:${order['id']}` }
    const before = await auditCount(service)

    const { lines } = await orderTraceOf(order['id'], '&unmasked=true')
    const path = `/admin/v1/orders/${order['id']}`
    const shown = (await service.admin.get(`${path}?unmasked=true`)).body.data
    const masked = (await service.admin.get(path)).body.data

    expect(lines[1].recipient).toEqual({ phone: '+15551234567' })
    expect(shown.lines).toEqual(lines)
    expect(masked.lines[1].recipient).toEqual({ phone: '***4567' })
    expect(await auditCount(service)).toBe(before + 2)
    expect(await lastAudit(service)).toMatchObject(entry)
    expect(JSON.stringify(await lastAudit(service))).not.toContain('5551234567')
  })

  test('of a consumer', async () => {
    const { consumers } = await traceOf('ann@example.com', '&unmasked=true')

    expect(consumers).toMatchObject([{ email: 'ann@example.com' }])
    expect(await lastAudit(service)).toMatchObject({ target: `consumer:${customer['id']}` })
  })
})

test('400 VALIDATION_ERROR naming q: missing, blank or too long', async () => {
  for (const query of ['', '?q=', '?q=%20', `?q=${'x'.repeat(256)}`]) {
    const reply = await service.admin.get(`/admin/v1/trace${query}`)
    expectError(reply, 400, 'VALIDATION_ERROR', ['q'])
  }
})
