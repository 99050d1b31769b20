import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { type Partner, shareService } from '../support/service.ts'

const shared = shareService()

function aConsumer(fields: object = {}): object {
  return { fullName: 'Ann', email: 'Ann@Example.com', currency: 'USD', initialFunds: 5, ...fields }
}

async function newWallet(partner: Partner): Promise<{ id: number; walletId: string }> {
  return (await partner.post('/api/partner/v1/customer', aConsumer())).body.data
}

test('a consumer is created, credited and listed with its wallets, in the fields of the interface', async () => {
  const { partner } = await shared({ funds: { USD: '100.00', JPY: '500' } })

  const created = await partner.post('/api/partner/v1/customer', aConsumer())
  const { id, walletId } = created.body.data
  expect(created).toMatchObject({ status: 200, body: { success: true } })
  expect(created.body.data).toEqual({
    id,
    walletId,
    fullName: 'Ann',
    email: 'ann@example.com',
    walletBalance: 5,
    currency: 'USD',
  })
  expect([typeof id, typeof walletId]).toEqual(['number', 'string'])

  const credit = { amount: 1.25, transactionType: 'CREDIT', referenceId: 'r1', description: 'gift' }
  const target = `/api/partner/v1/wallets/${walletId}/transactions`
  const first = await partner.post(target, credit)
  expect(first.body.data).toEqual({
    walletId: Number(walletId),
    currency: 'USD',
    previousBalance: 5,
    transactionAmount: 1.25,
    newBalance: 6.25,
    transactionType: 'CREDIT',
    referenceId: 'r1',
    description: 'gift',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect((await partner.post(target, credit)).text).toBe(first.text)

  await partner.post('/api/partner/v1/customer', aConsumer({ currency: 'JPY', initialFunds: 0 }))
  expect((await partner.get('/api/partner/v1/customer')).body).toEqual({
    content: [
      {
        consumerId: id,
        consumerName: 'Ann',
        consumerEmail: 'ann@example.com',
        totalStandardWallets: 2,
        totalCampaignWallets: 0,
      },
    ],
    page: 0,
    size: 20,
    hasNext: false,
  })
  const wallets = await partner.get(`/api/partner/v1/customer/${id}/wallets?size=1`)
  expect(wallets.body).toEqual({
    content: [
      { walletId, currency: 'USD', balance: 6.25, walletType: 'STANDARD', status: 'ENABLED' },
    ],
    page: 0,
    size: 1,
    hasNext: true,
  })
  expect(await partner.funds()).toEqual({ USD: 93.75, JPY: 500 })
})

test('500 SYSTEM_ERROR for a debit above the balance is a refusal, not a fault', async () => {
  const { partner, logged, http } = await shared({ funds: { USD: '100.00' } })
  const { walletId } = await newWallet(partner)
  const debit = { amount: 5.01, transactionType: 'DEBIT', referenceId: 'r1' }

  const reply = await partner.post(`/api/partner/v1/wallets/${walletId}/transactions`, debit)

  expect(reply).toMatchObject({
    status: 500,
    body: { success: false, error: { code: 'SYSTEM_ERROR' } },
  })
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
  const figures = await http.send({ method: 'GET', target: '/metrics' })
  expect(figures.text).toContain('tessera_refusals_total{kind="wallet_insufficient"} 1')
})

test.each([
  ['page=-1', 'page'],
  ['size=0', 'size'],
  ['size=51', 'size'],
  ['size=1.0', 'size'],
  ['page=0&page=1', 'page'],
])('422 for ?%s on the lists of consumers and of wallets', async (query, field) => {
  const { partner } = await shared()
  for (const path of ['/api/partner/v1/customer', '/api/partner/v1/customer/1/wallets']) {
    expect(await partner.get(`${path}?${query}`)).toMatchObject({
      status: 422,
      body: { success: false, error: { code: 'VALIDATION_ERROR', details: [{ field }] } },
    })
  }
})

test('422 for a consumer that is invalid, absent, or of another partner', async () => {
  const { partner, newPartner } = await shared({ funds: { USD: '10.00' } })
  const { id } = await newWallet(partner)
  const stranger = await newPartner()
  const walletsOf = (consumer: string | number) =>
    stranger.get(`/api/partner/v1/customer/${consumer}/wallets`)

  const [foreign, absent] = [await walletsOf(id), await walletsOf(id + 1_000)]
  expect([foreign.status, absent.status]).toEqual([422, 422])
  expect(foreign.text).toBe(absent.text)
  for (const wrong of ['abc', '0', '-1', '1.5', '9'.repeat(20), '9'.repeat(2_000), '%20']) {
    expect(await walletsOf(wrong)).toMatchObject({ status: 422, text: absent.text })
  }
})

test('an absent and a foreign wallet get the same 404, and the referenceId stays free', async () => {
  const { partner, newPartner } = await shared({ funds: { USD: '10.00' } })
  const { walletId } = await newWallet(partner)
  const stranger = await newPartner({ USD: '10.00' })
  const body = { amount: 1, transactionType: 'CREDIT', referenceId: randomUUID() }
  const credit = (client: Partner, wallet: string) =>
    client.post(`/api/partner/v1/wallets/${wallet}/transactions`, body)

  const replies = [
    await credit(stranger, walletId),
    await credit(stranger, '12345'),
    await credit(stranger, 'x'),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  const own: Json = (await stranger.post('/api/partner/v1/customer', aConsumer())).body.data
  expect((await credit(stranger, own.walletId)).status).toBe(200)
})
