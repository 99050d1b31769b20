import { aDeposit, aReversal } from '../admin-v1/fixture.ts'
import { CASES } from './case-endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import { ISSUER } from './issuer-endpoints.ts'
import { ERASURES } from './erasure-endpoints.ts'
import { LANGUAGE } from './languages.ts'
import { UPSTREAMS } from './upstream-endpoints.ts'
import { APPROVALS } from './approval-requests.ts'
import { IDENTITY } from './identity-requests.ts'
import { OPERATOR_WEBHOOKS } from './webhook-requests.ts'
import {
  also,
  amount,
  currency,
  flag,
  integer,
  line,
  notA,
  oneOf,
  optional,
  orNull,
  reason,
  required,
  timeAhead,
} from './values.ts'
import type { Ids } from './fixture.ts'

const REASON = reason()
const NETWORKS = required(
  ...notA('array'),
  '[]',
  ...['"text"', '"10.0.0.0/33"', '"10.0.0"', '"::1/129"', '""', '7', 'null'].map((json) => ({
    json: `[${json}]`,
    names: 'allowedAddresses[0]',
  })),
)

function partnerPath({ partnerId }: Ids): string {
  return `/admin/v1/partners/${partnerId}`
}

const partners: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/partners',
    path: () => '/admin/v1/partners',
    body: () => ({ name: 'Acme' }),
    fields: { name: line(200) },
  },
  {
    route: 'PATCH /admin/v1/partners/{partnerId}',
    path: partnerPath,
    body: () => ({
      name: 'Acme',
      status: 'ACTIVE',
      rateLimit: 0,
      mailLanguage: 'de',
      walletSpending: true,
      reason: 'as agreed',
    }),
    fields: {
      name: optional(line(200)),
      status: optional(oneOf('ACTIVE', 'SUSPENDED')),
      rateLimit: orNull(integer({ min: 0, max: 1_000_000 })),
      mailLanguage: optional(LANGUAGE),
      walletSpending: optional(flag()),
      reason: optional(REASON),
    },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/credentials',
    path: (ids) => `${partnerPath(ids)}/credentials`,
    body: () => ({
      label: 'till 7',
      permissions: ['orders:read'],
      expiresAt: '2099-01-01T00:00:00Z',
    }),
    isBodyOptional: true,
    fields: {
      label: optional(line(100)),
      permissions: optional(
        required(
          ...notA('array'),
          '[]',
          '["orders:delete"]',
          '["orders:read","text"]',
          '["Orders:Read"]',
          '["__proto__"]',
          ...['[7]', '[null]', '[["orders:read"]]'].map((json) => ({
            json,
            names: 'permissions[0]',
          })),
        ),
      ),
      expiresAt: optional(timeAhead()),
      requireSignatureV2: optional(flag()),
      allowedAddresses: optional(NETWORKS),
      mode: optional(oneOf('live', 'test')),
    },
  },
  {
    route: 'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}',
    path: (ids) => `${partnerPath(ids)}/credentials/${ids.clientId}`,
    body: () => ({ requireSignatureV2: false, allowedAddresses: ['10.0.0.0/8'] }),
    fields: {
      requireSignatureV2: optional(flag()),
      // Null allows every address again.
      allowedAddresses: orNull(NETWORKS),
      reason: optional(REASON),
    },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate',
    path: (ids) => `${partnerPath(ids)}/credentials/${ids.clientId}/rotate`,
    body: () => ({ overlapSeconds: 60, reason: 'yearly' }),
    isBodyOptional: true,
    fields: {
      overlapSeconds: optional(integer({ min: 0, max: 604_800 })),
      reason: optional(REASON),
    },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke',
    path: (ids) => `${partnerPath(ids)}/credentials/${ids.clientId}/revoke`,
    body: () => ({ reason: 'leaked' }),
    isBodyOptional: true,
    fields: { reason: optional(REASON) },
  },
]

const NO_DEPOSITS = ['1', '""', '"wire 1"', '"trf_1"', '"trf_1_9007199254740993"']

const movement = { currency: currency(), amount: amount(2), reference: line(200) }

function moving(kind: 'deposits' | 'reversals'): Pick<Endpoint, 'route' | 'path'> {
  return {
    route: `POST /admin/v1/partners/{partnerId}/${kind}`,
    path: (ids) => `${partnerPath(ids)}/${kind}`,
  }
}

const money: readonly Endpoint[] = [
  {
    ...moving('deposits'),
    body: () => aDeposit(),
    fields: { ...movement, confirm: optional(also(amount(2), '9.99', '11')) },
  },
  {
    ...moving('deposits'),
    variant: 'in yen',
    body: () => aDeposit({ currency: 'JPY' }),
    fields: { amount: amount(0) },
  },
  {
    ...moving('deposits'),
    variant: 'in dinars',
    body: () => aDeposit({ currency: 'KWD' }),
    fields: { amount: amount(3) },
  },
  {
    ...moving('reversals'),
    body: () => aReversal(),
    fields: { ...movement, depositId: optional(required(...NO_DEPOSITS)), reason: REASON },
  },
  {
    ...moving('reversals'),
    variant: 'in yen',
    body: () => aReversal({ currency: 'JPY' }),
    fields: { amount: amount(0) },
  },
]

const others: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/orders/{orderId}/retry',
    path: ({ openOrderId }) => `/admin/v1/orders/${openOrderId}/retry`,
    body: () => ({ reason: 'restocked' }),
    isBodyOptional: true,
    fields: { reason: optional(REASON) },
  },
  {
    route: 'POST /admin/v1/orders/{orderId}/cancel',
    path: ({ openOrderId }) => `/admin/v1/orders/${openOrderId}/cancel`,
    body: () => ({ reason: 'asked for' }),
    fields: { reason: REASON },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/campaigns',
    path: (ids) => `${partnerPath(ids)}/campaigns`,
    body: () => ({
      name: 'Spring',
      currency: 'USD',
      budget: 50,
      endsAt: '2099-01-01T00:00:00Z',
      spendProducts: [],
    }),
    fields: {
      name: line(200),
      currency: currency(),
      budget: optional(amount(2)),
      endsAt: optional(timeAhead()),
      spendProducts: optional(required(...notA('array'), '[0]', '["1"]')),
    },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets',
    path: (ids) => `${partnerPath(ids)}/campaigns/${ids.campaignId}/wallets`,
    body: ({ customerId }) => ({ consumerId: customerId }),
    fields: { consumerId: required(...notA('number'), '0.5', '1e400', '"4294967297"') },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status',
    path: (ids) => `${partnerPath(ids)}/wallets/${ids.wallets[0]}/status`,
    body: () => ({ status: 'FROZEN', reason: 'lost phone' }),
    fields: { status: oneOf('ENABLED', 'FROZEN', 'CLOSED'), reason: REASON },
  },
  {
    route: 'POST /admin/v1/codes/find',
    path: () => '/admin/v1/codes/find',
    body: ({ orderId }) => ({ code: 'NWC-1', orderId, reason: 'ticket 9' }),
    fields: {
      code: line(2_048),
      orderId: optional(line(21)),
      reason: optional(REASON),
    },
  },
  {
    route: 'POST /admin/v1/ledger/verifications',
    path: () => '/admin/v1/ledger/verifications',
    body: () => ({ fromCheckpoint: true }),
    isBodyOptional: true,
    fields: { fromCheckpoint: optional(flag()) },
    // One runs at a time.
    accepted: [202, 409],
  },
  {
    route: 'POST /admin/v1/keys/rotate',
    path: () => '/admin/v1/keys/rotate',
    body: () => ({ scope: 'data', purpose: 'codes', reason: 'yearly' }),
    fields: {
      scope: oneOf('master', 'data'),
      purpose: optional(oneOf('codes', 'credentials', 'exports', 'consumers', 'checkpoints')),
      reason: optional(REASON),
    },
  },
  {
    route: 'POST /admin/v1/master-keys/{masterId}/retire',
    path: ({ masterId }) => `/admin/v1/master-keys/${masterId}/retire`,
    body: () => ({ reason: 'replaced' }),
    isBodyOptional: true,
    accepted: [409],
    fields: { reason: optional(REASON) },
  },
]

const policy = {
  body: () => ({ expiryMarginSeconds: 60, lowStockThreshold: 5, reason: 'sells fast' }),
  fields: {
    expiryMarginSeconds: orNull(integer({ min: 0, max: 315_360_000 })),
    lowStockThreshold: orNull(integer({ min: 1, max: 1_000_000_000 })),
    reason: optional(REASON),
  },
}

const stock: readonly Endpoint[] = [
  {
    route: 'PATCH /admin/v1/products/{productId}/stock',
    path: ({ products }) => `/admin/v1/products/${products[0]}/stock`,
    ...policy,
  },
  {
    route: 'PATCH /admin/v1/stock/defaults',
    path: () => '/admin/v1/stock/defaults',
    ...policy,
  },
  ...['quarantine', 'release', 'recall'].map((act) => ({
    route: `POST /admin/v1/products/{productId}/lots/{lot}/${act}`,
    path: ({ products, lot }: Ids) => `/admin/v1/products/${products[0]}/lots/${lot}/${act}`,
    body: () => ({ reason: 'doubted' }),
    fields: { reason: REASON },
  })),
]

/** Those of the operator, but for products and rates. */
export const OPERATOR: readonly Endpoint[] = [
  ...partners,
  ...money,
  ...others,
  ...stock,
  ...UPSTREAMS,
  ...CASES,
  ...ISSUER,
  ...ERASURES,
  ...OPERATOR_WEBHOOKS,
  ...IDENTITY,
  ...APPROVALS,
]
