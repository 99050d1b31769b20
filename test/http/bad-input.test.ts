import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json, Reply } from '../support/client.ts'
import { anOrder, startService, type RunningService } from '../support/service.ts'

/** Nasty values of fields; a few are valid for some fields. */
const NASTY: readonly Json[] = [
  null,
  true,
  '',
  ' ',
  '\u0001',
  '1',
  'USD',
  'a'.repeat(5_000),
  'e\u0301'.repeat(3_000),
  '2026-02-30T00:00:00Z',
  '99999-01-01T00:00:00Z',
  0,
  -0,
  -1,
  0.1 + 0.2,
  1.5,
  1e-9,
  1e21,
  1e300,
  2 ** 53,
  -(2 ** 63),
  [],
  [null],
  [[[[]]]],
  {},
  { a: { b: 1 } },
  ['balance:read', 'balance:read'],
]

interface Target {
  readonly path: string
  readonly method: 'post' | 'put' | 'patch'
  readonly by: 'partner' | 'admin'
  body(): Json
}

function targetsOf(partnerId: number, walletId: string): Target[] {
  const partner = `/admin/v1/partners/${partnerId}`
  const transactions = `/api/partner/v1/wallets/${walletId}/transactions`
  const product = {
    brand: 'B',
    currency: 'USD',
    denominationType: 'FIXED',
    fixedAmounts: [5],
    minAmount: 1,
    maxAmount: 2,
    productType: 'TOP_UP',
    recipientFields: [{ name: 'n', label: 'l', pattern: '.', required: true }],
    supplier: 'generator',
    supplierSettings: {},
    active: true,
  }
  const by = 'admin'
  const method = 'post'
  return [
    { by: 'partner', method, path: '/v2/orders', body: () => anOrder({ productId: 1 }) },
    {
      by: 'partner',
      method,
      path: '/api/partner/v1/customer',
      body: () => ({
        fullName: 'A',
        email: `${randomUUID()}@example.com`,
        currency: 'USD',
        initialFunds: 0,
      }),
    },
    {
      by: 'partner',
      method,
      path: transactions,
      body: () => ({
        amount: 0.01,
        transactionType: 'CREDIT',
        referenceId: randomUUID(),
        description: 'd',
      }),
    },
    { by, method, path: '/admin/v1/partners', body: () => ({ name: 'N' }) },
    {
      by,
      method: 'patch',
      path: partner,
      body: () => ({ name: 'N', status: 'ACTIVE', rateLimit: null, reason: 'r' }),
    },
    {
      by,
      method,
      path: `${partner}/credentials`,
      body: () => ({
        label: 'l',
        permissions: ['balance:read'],
        expiresAt: '2099-01-01T00:00:00Z',
      }),
    },
    {
      by,
      method,
      path: `${partner}/deposits`,
      body: () => ({ currency: 'USD', amount: 1, reference: randomUUID() }),
    },
    {
      by,
      method,
      path: `${partner}/reversals`,
      body: () => ({ currency: 'USD', amount: 1, reference: randomUUID(), reason: 'r' }),
    },
    { by, method, path: '/admin/v1/products', body: () => product },
    { by, method: 'patch', path: '/admin/v1/products/2', body: () => product },
    {
      by,
      method: 'put',
      path: '/admin/v1/fx-rates',
      body: () => ({ rates: [{ from: 'USD', to: 'EUR', rate: 1 }], reason: 'r' }),
    },
    {
      by,
      method,
      path: `${partner}/campaigns`,
      body: () => ({ name: 'n', currency: 'USD', budget: 1, endsAt: '2099-01-01T00:00:00Z' }),
    },
    { by, method, path: `${partner}/campaigns/1/wallets`, body: () => ({ consumerId: 1 }) },
    {
      by,
      method,
      path: `${partner}/wallets/${walletId}/status`,
      body: () => ({ status: 'ENABLED', reason: 'r' }),
    },
    { by, method, path: '/admin/v1/orders/ord_1/cancel', body: () => ({ reason: 'r' }) },
  ]
}

/** The body with each field, at any depth, replaced by each nasty value, and left out. */
function* mutations(body: Json): Generator<Json> {
  for (const key of Object.keys(body)) {
    for (const value of NASTY) yield { ...body, [key]: value }
    const { [key]: inner, ...rest } = body
    yield rest
    const entry = Array.isArray(inner) ? inner[0] : undefined
    if (typeof entry !== 'object' || entry === null) continue
    for (const changed of mutations(entry)) yield { ...body, [key]: [changed] }
  }
}

function send({ partner, admin }: RunningService, target: Target, body: Json): Promise<Reply> {
  if (target.by === 'partner') return partner.post(target.path, body)
  return admin[target.method](target.path, body)
}

test('no value of any field causes a fault, and each 400 names a field', async () => {
  const service = await startService({ funds: { USD: '100000.00' }, settings: { rateLimit: 0 } })
  const { partner, product, logged } = service
  await product()
  await product()
  const consumer = { fullName: 'A', email: 'a@example.com', currency: 'USD', initialFunds: 0 }
  const { walletId } = (await partner.post('/api/partner/v1/customer', consumer)).body.data
  const wrong: string[] = []
  let sent = 0

  for (const target of targetsOf(partner.partnerId, walletId)) {
    for (const body of mutations(target.body())) {
      const { status, text, body: answer } = await send(service, target, body)
      sent += 1
      const isNamed = status !== 400 || (answer.error.details?.length ?? 0) > 0
      if (status >= 500 || !isNamed)
        wrong.push(`${target.path} ${JSON.stringify(body)}: ${status} ${text}`)
    }
  }

  expect(wrong.map((line) => line.slice(0, 500))).toEqual([])
  expect(sent).toBeGreaterThan(1_500)
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
})
