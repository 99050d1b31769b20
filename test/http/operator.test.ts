import { expect, test } from 'vitest'
import { signedClient } from '../support/client.ts'
import { anOrder, dataOf, shareService, startService } from '../support/service.ts'

const shared = shareService()

test('partners: created, listed, read, changed; every change is audited', async () => {
  const { admin, partner } = await startService()
  const created = await admin.post('/admin/v1/partners', { name: ' Acme ' })
  const { partnerId } = created.body.data
  const path = `/admin/v1/partners/${partnerId}`

  expect(created).toMatchObject({ status: 201, body: { data: { name: 'Acme', status: 'ACTIVE' } } })
  expect((await admin.get('/admin/v1/partners?pageSize=1')).body).toMatchObject({
    data: [{ partnerId: partner.partnerId }],
    meta: { pagination: { totalRecords: 2, totalPages: 2, hasNext: true } },
  })
  const change = { name: 'Acme & Co', status: 'SUSPENDED', rateLimit: 5, reason: 'renamed' }
  expect((await admin.patch(path, change)).body.data).toMatchObject({
    name: 'Acme & Co',
    status: 'SUSPENDED',
    rateLimit: 5,
  })
  expect((await admin.get(path)).body.data).toMatchObject({ rateLimit: 5 })
  expect((await admin.patch(path, { rateLimit: null })).body.data).toMatchObject({
    rateLimit: null,
  })
  const audit = dataOf(await admin.get(`/admin/v1/audit?target=partner:${partnerId}`))
  expect(audit).toMatchObject([
    { action: 'partner.update', before: { rateLimit: 5 }, after: { rateLimit: null } },
    { action: 'partner.update', actor: 'operator', reason: 'renamed' },
    { action: 'partner.create' },
  ])
  for (const wrong of ['999', 'abc', '0', '9'.repeat(15), '2097152']) {
    expect((await admin.get(`/admin/v1/partners/${wrong}`)).status).toBe(404)
    const deposit = { currency: 'USD', amount: 1, reference: 'r' }
    expect((await admin.post(`/admin/v1/partners/${wrong}/deposits`, deposit)).status).toBe(404)
  }
})

test('credentials: shown once, rotated without an overlap, revoked; no other response has secrets', async () => {
  const { admin, partner, http, logged } = await shared()
  const path = `/admin/v1/partners/${partner.partnerId}/credentials`
  const issued = await admin.post(path, { label: 'app', permissions: ['balance:read'] })
  const { clientId, apiKey, hmacSecret } = issued.body.data

  expect(issued).toMatchObject({ status: 201, body: { data: { permissions: ['balance:read'] } } })
  expect(apiKey).toMatch(/^tsk_/)
  const rotated = await admin.post(`${path}/${clientId}/rotate`, { overlapSeconds: 0 })
  expect(rotated).toMatchObject({ status: 201, body: { data: { previous: { clientId } } } })
  const [old, fresh] = [issued.body.data, rotated.body.data].map((one) => signedClient(http, one))
  expect((await old?.get('/v2/accounts/balances'))?.status).toBe(401)
  expect((await fresh?.get('/v2/accounts/balances'))?.status).toBe(200)
  expect((await fresh?.get('/v2/orders'))?.body.error.code).toBe('AUTHORIZATION_ERROR')

  const list = await admin.get(path)
  expect(list.body.data.map((one: { state: string }) => one.state)).toEqual([
    'ACTIVE',
    'EXPIRED',
    'ACTIVE',
  ])
  const shown = list.text + (await admin.get('/admin/v1/audit')).text + logged.join('')
  for (const secret of [apiKey, hmacSecret]) expect(shown).not.toContain(secret)
  expect((await admin.post(`${path}/${clientId}/revoke`)).body.data.state).toBe('REVOKED')
})

test('deposits and reversals: the same reference replays, another payload is refused', async () => {
  const { admin, partner } = await shared()
  const path = `/admin/v1/partners/${partner.partnerId}`
  const deposit = { currency: 'USD', amount: 10.5, reference: 'wire 1' }
  const first = await admin.post(`${path}/deposits`, deposit)

  expect(first).toMatchObject({
    status: 201,
    body: { data: { currency: 'USD', amount: 10.5, funds: 10.5 } },
  })
  expect((await admin.post(`${path}/deposits`, deposit)).text).toBe(first.text)
  expect(await admin.post(`${path}/deposits`, { ...deposit, amount: 11 })).toMatchObject({
    status: 409,
    body: { error: { code: 'BUSINESS_RULE_VIOLATION' } },
  })
  const reversal = { ...deposit, amount: 20, reason: 'chargeback' }
  expect((await admin.post(`${path}/reversals`, reversal)).body.data).toMatchObject({ funds: -9.5 })
  expect(await partner.funds()).toEqual({ USD: -9.5 })
  for (const [amount, currency] of [
    [0, 'USD'],
    [-1, 'USD'],
    [1.001, 'USD'],
    [1.5, 'JPY'],
    [1, 'XXX'],
  ]) {
    const reply = await admin.post(`${path}/deposits`, { amount, currency, reference: 'r' })
    expect(reply.status).toBe(400)
  }
})

test('changes of products and rates and imports of codes are audited; wrong imports are refused', async () => {
  const { admin, product, stock, services } = await shared()
  const { productId } = await product({ supplier: 'vault', reason: 'new' })
  const codes = `/admin/v1/products/${productId}/codes`

  const changed = await admin.patch(`/admin/v1/products/${productId}`, { maxAmount: 20 })
  expect(changed.body.data).toMatchObject({ productId, minAmount: 1, maxAmount: 20 })
  const rates = { rates: [{ from: 'USD', to: 'EUR', rate: 0.5 }] }
  expect((await admin.put('/admin/v1/fx-rates', rates)).body.data).toEqual(rates)
  expect((await admin.get('/admin/v1/fx-rates')).body.data).toMatchObject(rates.rates)
  expect(await stock(productId, ['one', 'two', 'one', '=1+1'])).toMatchObject({
    status: 201,
    body: { data: { imported: 2, duplicates: 1, rejected: [{ line: 5 }] } },
  })
  expect((await admin.post(codes, '{}')).status).toBe(415)
  const type = { 'content-type': 'text/csv; charset=utf-8' }
  expect((await admin.post(codes, 'nonsense\n', type)).status).toBe(400)
  expect((await admin.post('/admin/v1/products/99/codes', 'faceValue\n', type)).status).toBe(404)
  const generated = await product()
  expect((await stock(generated.productId, ['x'])).status).toBe(409)
  const actions = dataOf(await admin.get('/admin/v1/audit')).map(
    (one: { action: string }) => one.action,
  )
  expect(actions).toEqual(
    expect.arrayContaining(['product.create', 'product.update', 'rates.put', 'codes.import']),
  )
  expect(services.ledger.queued()).toBe(0)
})

test('orders: found, retried, cancelled, which returns their money; final ones do not change', async () => {
  const { admin, partner, product, waitForOrder } = await shared({ funds: { USD: '100.00' } })
  const { productId } = await product({ supplier: 'vault' })
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId })))
  await waitForOrder(id, 'OUT_OF_STOCK')
  const path = `/admin/v1/orders/${id}`

  const listed = `/admin/v1/orders?partnerId=${partner.partnerId}&status=OUT_OF_STOCK`
  expect((await admin.get(listed)).body.data).toMatchObject([{ id, itemCount: 1 }])
  expect((await admin.get(path)).body.data).toMatchObject({
    id,
    fulfillments: [{ quantity: 1, waitsFor: 'stock' }],
  })
  expect((await admin.post(`${path}/retry`)).body.data).toMatchObject({ id, retried: 1 })
  expect((await admin.post(`${path}/cancel`, {})).body.error.details).toEqual([
    { field: 'reason', message: 'is required' },
  ])
  expect((await admin.post(`${path}/cancel`, { reason: 'asked' })).body.data).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'asked',
    chargedAmount: 0,
  })
  expect(await partner.funds()).toEqual({ USD: 100 })
  expect((await admin.post(`${path}/cancel`, { reason: 'asked' })).status).toBe(409)
  expect((await admin.post(`${path}/retry`)).status).toBe(409)
  expect((await admin.get('/admin/v1/orders/nonsense')).status).toBe(404)
  expect(dataOf(await admin.get('/admin/v1/orders?clientReference=unknown'))).toEqual([])
  expect(dataOf(await admin.get(`/admin/v1/audit?target=order:${id}`))).toMatchObject([
    { action: 'order.cancel', reason: 'asked' },
    { action: 'order.retry' },
  ])
})

test('campaigns are opened and get wallets; wallets are frozen and closed', async () => {
  const { admin, partner } = await shared({ funds: { USD: '100.00' } })
  const path = `/admin/v1/partners/${partner.partnerId}`
  const consumer = { fullName: 'Ann', email: 'a@example.com', currency: 'USD', initialFunds: 0 }
  const { id: consumerId } = (await partner.post('/api/partner/v1/customer', consumer)).body.data
  const campaign = {
    name: 'Saturnalia',
    currency: 'USD',
    budget: 5,
    endsAt: '2099-12-17T00:00:00+01:00',
  }
  const opened = await admin.post(`${path}/campaigns`, campaign)
  const { campaignId } = opened.body.data

  expect(opened).toMatchObject({
    status: 201,
    body: { data: { ...campaign, endsAt: '2099-12-16T23:00:00.000Z' } },
  })
  const wallet = await admin.post(`${path}/campaigns/${campaignId}/wallets`, { consumerId })
  const { walletId } = wallet.body.data
  expect(wallet).toMatchObject({
    status: 201,
    body: { data: { walletType: 'CAMPAIGN', campaignId, campaignName: 'Saturnalia', balance: 0 } },
  })
  expect((await admin.post(`${path}/campaigns/${campaignId}/wallets`, { consumerId })).status).toBe(
    409,
  )
  expect((await admin.post(`${path}/campaigns/1/wallets`, { consumerId })).status).toBe(404)

  const status = `${path}/wallets/${walletId}/status`
  const credit = { amount: 1, transactionType: 'CREDIT', referenceId: 'r' }
  const transactions = `/api/partner/v1/wallets/${walletId}/transactions`
  expect((await admin.post(status, { status: 'FROZEN', reason: 'lost' })).body.data.status).toBe(
    'FROZEN',
  )
  expect(await partner.post(transactions, credit)).toMatchObject({
    status: 409,
    body: { success: false, error: { code: 'BUSINESS_RULE_ERROR' } },
  })
  expect((await admin.post(status, { status: 'OPEN', reason: 'x' })).status).toBe(400)
  expect((await admin.post(status, { status: 'CLOSED', reason: 'x' })).body.data.status).toBe(
    'CLOSED',
  )
})

test('the ledger is verified over HTTP', async () => {
  const { admin } = await startService({ funds: { USD: '1.00', EUR: '2.00' } })

  expect((await admin.get('/admin/v1/ledger/verify')).body).toEqual({
    data: { balanced: true, partners: 1, accounts: 4, transfers: 2, differences: [] },
  })
})
