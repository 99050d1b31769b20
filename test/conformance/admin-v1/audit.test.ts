import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import type { Write } from '../../operator/case.ts'
import { writesOfCases } from '../../operator/cases.ts'
import type { Reply } from '../../support/client.ts'
import { dataOf, openService, type Partner, type RunningService } from '../../support/service.ts'
import { newCustomer, openCampaign } from '../partner-v1/fixture.ts'
import { completed, expectError, INSTANT, placed } from '../v2/fixture.ts'
import { approvalWrites } from './audit-approval-writes.ts'
import { catalogWrites, PRODUCT } from './audit-catalog-writes.ts'
import { caseWrites } from './audit-case-writes.ts'
import { erasureWrites } from './audit-erasure-writes.ts'
import { fundingWrites } from './audit-funding-writes.ts'
import { stockWrites } from './audit-stock-writes.ts'
import { upstreamWrites } from './audit-upstream-writes.ts'
import { keyWrites } from './audit-key-writes.ts'
import { userWrites } from './audit-user-writes.ts'
import { webhookWrites } from './audit-webhook-writes.ts'
import {
  aDeposit,
  anUnstockedOrder,
  aReversal,
  auditCount,
  importCsv,
  issued,
  lastAudit,
  pathOf,
} from './fixture.ts'

let service: RunningService
let partner: Partner
let path: string

beforeAll(async () => {
  service = await openService({
    funds: { USD: '1000.00' },
    settings: { claimUrl: 'https://gifts.example.com' },
  })
  partner = service.partner
  path = pathOf(partner)
})

afterAll(() => service.end())

const writes: Readonly<Record<string, Write>> = {
  async 'POST /admin/v1/partners'() {
    const reply = await service.admin.post('/admin/v1/partners', { name: 'Acme' })
    const { partnerId } = dataOf(reply)
    const after = { name: 'Acme', status: 'ACTIVE', rateLimit: null, mailLanguage: 'en' }
    const target = `partner:${partnerId}`
    return { reply, entry: { partnerId, action: 'partner.create', target, after } }
  },
  async 'PATCH /admin/v1/partners/{partnerId}'() {
    const { partnerId, name } = dataOf(
      await service.admin.post('/admin/v1/partners', { name: 'B' }),
    )
    const change = { status: 'SUSPENDED', rateLimit: 7, mailLanguage: 'pt-br', reason: 'unpaid' }
    const reply = await service.admin.patch(`/admin/v1/partners/${partnerId}`, change)
    const before = { name, status: 'ACTIVE', rateLimit: null, mailLanguage: 'en' }
    const after = { name, status: 'SUSPENDED', rateLimit: 7, mailLanguage: 'pt-BR' }
    const target = `partner:${partnerId}`
    const entry = { partnerId, action: 'partner.update', target, reason: 'unpaid', before, after }
    return { reply, entry }
  },
  async 'POST /admin/v1/partners/{partnerId}/credentials'() {
    const body = { label: 'till 7', permissions: ['orders:read'] }
    const reply = await service.admin.post(`${path}/credentials`, body)
    const { clientId } = dataOf(reply)
    const after = { clientId, ...body, requiresSignatureV2: false, expiresAt: null }
    const target = `credential:${clientId}`
    return { reply, entry: { ...ours(), action: 'credential.issue', target, after } }
  },
  async 'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate'() {
    const old = await issued(service, partner, { label: 'till 7', permissions: ['orders:read'] })
    const body = { overlapSeconds: 60, reason: 'yearly' }
    const reply = await service.admin.post(`${path}/credentials/${old.clientId}/rotate`, body)
    const { clientId, label, permissions, previous } = dataOf(reply)
    const guards = { requiresSignatureV2: false }
    const replacement = { clientId, label, permissions, ...guards, expiresAt: null }
    const entry = {
      ...ours(),
      action: 'credential.rotate',
      target: `credential:${old.clientId}`,
      reason: 'yearly',
      before: { expiresAt: null },
      after: { expiresAt: previous.expiresAt, replacement },
    }
    return { reply, entry }
  },
  async 'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}'() {
    const { clientId } = await issued(service, partner)
    const networks = ['10.0.0.0/8']
    const body = { requireSignatureV2: true, allowedAddresses: networks, reason: 'office only' }
    const reply = await service.admin.patch(`${path}/credentials/${clientId}`, body)
    const entry = {
      ...ours(),
      action: 'credential.guard',
      target: `credential:${clientId}`,
      reason: 'office only',
      before: { requiresSignatureV2: false, allowedAddresses: null },
      after: { requiresSignatureV2: true, allowedAddresses: networks },
    }
    return { reply, entry }
  },
  async 'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke'() {
    const { clientId } = await issued(service, partner)
    const body = { reason: 'leaked' }
    const reply = await service.admin.post(`${path}/credentials/${clientId}/revoke`, body)
    const states = { before: { state: 'ACTIVE' }, after: { state: 'REVOKED' } }
    const target = `credential:${clientId}`
    const entry = { ...ours(), action: 'credential.revoke', target, reason: 'leaked', ...states }
    return { reply, entry }
  },
  ...fundingWrites(() => service),
  ...caseWrites(() => service),
  ...catalogWrites(() => service),
  ...stockWrites(() => service),
  ...upstreamWrites(() => service),
  async 'POST /admin/v1/orders/{orderId}/cancel'() {
    const { productId } = await service.product(PRODUCT)
    const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })
    const body = { reason: 'asked for' }
    const reply = await service.admin.post(`/admin/v1/orders/${id}/cancel`, body)
    const states = { before: { status: 'OUT_OF_STOCK' }, after: { status: 'CANCELLED' } }
    const entry = { ...ours(), action: 'order.cancel', target: `order:${id}`, ...body, ...states }
    return { reply, entry }
  },
  async 'POST /admin/v1/orders/{orderId}/retry'() {
    const { productId } = await service.product(PRODUCT)
    const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })
    const body = { reason: 'restocked' }
    const reply = await service.admin.post(`/admin/v1/orders/${id}/retry`, body)
    const after = { retried: 1 }
    const entry = { ...ours(), action: 'order.retry', target: `order:${id}`, ...body, after }
    return { reply, entry }
  },
  async 'POST /admin/v1/partners/{partnerId}/campaigns'() {
    const body = { name: 'Spring', currency: 'USD', budget: 50, endsAt: '2099-01-01T00:00:00.000Z' }
    const reply = await service.admin.post(`${path}/campaigns`, body)
    const after = { ...body, budget: '50.00' }
    const target = `campaign:${dataOf(reply).campaignId}`
    return { reply, entry: { ...ours(), action: 'campaign.open', target, after } }
  },
  async 'POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets'() {
    const { id: consumerId } = await newCustomer(partner)
    const { campaignId } = await openCampaign(service, partner.partnerId)
    const target = `${path}/campaigns/${campaignId}/wallets`
    const reply = await service.admin.post(target, { consumerId })
    const after = { campaignId, consumerId, currency: 'USD' }
    const wallet = `wallet:${dataOf(reply).walletId}`
    return { reply, entry: { ...ours(), action: 'wallet.open', target: wallet, after } }
  },
  async 'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status'() {
    const { walletId } = await newCustomer(partner)
    const body = { status: 'FROZEN', reason: 'lost phone' }
    const reply = await service.admin.post(`${path}/wallets/${walletId}/status`, body)
    const entry = {
      ...ours(),
      action: 'wallet.status',
      target: `wallet:${walletId}`,
      reason: 'lost phone',
      before: { status: 'ENABLED' },
      after: { status: 'FROZEN' },
    }
    return { reply, entry }
  },
  async 'POST /admin/v1/ledger/verifications'() {
    const body = { fromCheckpoint: true }
    const reply = await service.admin.post('/admin/v1/ledger/verifications', body)
    const target = `verification:${dataOf(reply).verificationId}`
    return { reply, entry: { action: 'ledger.verify', target, after: body } }
  },
  ...erasureWrites(() => service),
  ...keyWrites(() => service),
  ...writesOfCases(() => service),
  ...webhookWrites(() => service),
  ...userWrites(() => service),
  ...approvalWrites(() => service),
}

function ours(): { partnerId: number } {
  return { partnerId: partner.partnerId }
}

test('every write of the operator API is in the table of this file', () => {
  const names = ROUTES.map(({ name }) => name).filter((name) =>
    /^(POST|PUT|PATCH) \/admin/.test(name),
  )
  // It sets nothing.
  names.splice(names.indexOf('POST /admin/v1/mail-templates/preview'), 1)
  expect(Object.keys(writes).toSorted()).toEqual(names.toSorted())
})

describe('a write leaves one entry: who, what, on what, why, before and after', () => {
  test.each(Object.keys(writes))('%s', async (name) => {
    const { reply, entry } = (await writes[name]?.()) ?? {}

    expect(reply?.status).toBeLessThan(300)
    expect(await lastAudit(service)).toEqual({
      auditId: expect.any(Number),
      actor: 'operator',
      actorKind: 'environment_token',
      address: '127.0.0.1',
      at: expect.stringMatching(INSTANT),
      ...entry,
    })
  })
})

test('an import that stored codes and was then refused is audited too', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const csv = 'faceValue,giftCardNumber\n10,BROKEN-1\n10,BROKEN-2\n10,"OPEN\n'

  expectError(await importCsv(service, productId, csv), 400, 'VALIDATION_ERROR', ['line 4'])

  expect(await lastAudit(service)).toMatchObject({
    action: 'codes.import',
    target: `product:${productId}`,
    after: { importId: expect.any(String), lot: expect.any(String) },
  })
})

describe('what changed nothing leaves no entry', () => {
  test.each<[string, () => Promise<Reply>, number]>([
    ['a refused body', () => service.admin.post('/admin/v1/partners', { name: '' }), 400],
    [
      'a refused product',
      () => service.admin.post('/admin/v1/products', { ...PRODUCT, brand: '' }),
      400,
    ],
    [
      'no such partner',
      () => service.admin.patch('/admin/v1/partners/2097151', { name: 'x' }),
      404,
    ],
    ['a change to what is already so', () => service.admin.patch(path, { status: 'ACTIVE' }), 200],
  ])('%s', async (_what, write, status) => {
    const before = await auditCount(service)

    expect((await write()).status).toBe(status)

    expect(await auditCount(service)).toBe(before)
  })

  test('an import of codes that were all there before', async () => {
    const { productId } = await service.product({ supplier: 'vault' })
    dataOf(await service.stock(productId, ['AGAIN-1', 'AGAIN-2']))
    const before = await auditCount(service)

    expect(dataOf(await service.stock(productId, ['AGAIN-1', 'AGAIN-2'])).duplicates).toBe(2)

    expect(await auditCount(service)).toBe(before)
  })

  test('a deposit and a reversal that are replayed', async () => {
    const [deposit, reversal] = [aDeposit(), aReversal()]
    dataOf(await service.admin.post(`${path}/deposits`, deposit))
    dataOf(await service.admin.post(`${path}/reversals`, reversal))
    const before = await auditCount(service)

    dataOf(await service.admin.post(`${path}/deposits`, deposit))
    dataOf(await service.admin.post(`${path}/reversals`, reversal))

    expect(await auditCount(service)).toBe(before)
  })

  test('a cancellation that came too late', async () => {
    const { productId } = await service.product()
    const { id } = await completed(service, { productId })
    const before = await auditCount(service)

    const reply = await service.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'late' })

    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
    expect(await auditCount(service)).toBe(before)
  })

  test('what partners do', async () => {
    const { productId } = await service.product()
    const before = await auditCount(service)

    await placed(partner, { productId })
    await newCustomer(partner)

    expect(await auditCount(service)).toBe(before)
  })
})
