/**
 * The permission of each route of partners, from the decisions: reads of codes need `codes:read`,
 * and `orders:read` or `orders:write` covers events, webhooks, cases and quotes.
 */
export const PARTNER_ROUTES: Readonly<Record<string, readonly string[]>> = {
  'balance:read': [
    'GET /v2/accounts/balances',
    'GET /v2/accounts/statement',
    'GET /v2/accounts/transactions',
  ],
  'catalog:read': ['GET /v2/products', 'GET /v2/products/{productId}'],
  'orders:read': [
    'GET /v2/orders',
    'GET /v2/orders/{orderId}',
    'GET /v2/orders/{orderId}/fulfillments',
    'GET /v2/orders/{orderId}/cases',
    'GET /v2/events',
    'GET /v2/webhook-endpoints',
    'GET /v2/webhook-endpoints/{endpointId}',
    'GET /v2/webhook-endpoints/{endpointId}/deliveries',
  ],
  'orders:write': [
    'POST /v2/orders',
    'POST /v2/quotes',
    'POST /v2/orders/{orderId}/cases',
    'POST /v2/webhook-endpoints',
    'PATCH /v2/webhook-endpoints/{endpointId}',
    'POST /v2/webhook-endpoints/{endpointId}/remove',
    'POST /v2/webhook-endpoints/{endpointId}/replay',
    'POST /v2/webhook-endpoints/{endpointId}/rotate',
    'POST /v2/webhook-endpoints/{endpointId}/test',
  ],
  'drafts:write': ['POST /v2/drafts', 'GET /v2/drafts/{draftId}'],
  'codes:read': ['GET /v2/orders/{orderId}/items', 'GET /v2/orders/{orderId}/fulfillments/export'],
  'consumers:read': [
    'GET /api/partner/v1/customer',
    'GET /api/partner/v1/customer/{customerId}/wallets',
    'GET /api/partner/v1/wallets/{walletId}/transactions',
  ],
  'consumers:write': ['POST /api/partner/v1/customer', 'POST /api/partner/v1/customer/bulk'],
  'links:read': ['GET /v2/links', 'GET /v2/links/{linkId}'],
  'links:write': [
    'POST /v2/links',
    'POST /v2/links/{linkId}/cancel',
    'POST /v2/links/{linkId}/replace',
    'POST /v2/links/{linkId}/resend',
  ],
  'wallets:sessions': ['POST /v2/wallet-sessions'],
  'wallets:write': [
    'POST /api/partner/v1/wallets/transactions/bulk',
    'POST /api/partner/v1/wallets/{walletId}/transactions',
  ],
}

/** The path prefixes, and the kinds of credentials that each accepts. */
export const CALLERS_OF_PATHS: readonly {
  readonly path: string
  readonly kinds: readonly string[]
}[] = [
  { path: '/v2/', kinds: ['partner'] },
  { path: '/api/partner/v1/', kinds: ['partner'] },
  { path: '/issuer/v1/', kinds: ['merchant'] },
  { path: '/admin/v1/', kinds: ['operator'] },
  { path: '/portal/v1/', kinds: ['portal'] },
]

/**
 * Writes of the portal whose Idempotency-Key belongs to the partner, as under `/v2`: another person
 * who sends the same one gets the first response. The key of any other write belongs to the person.
 */
export const KEYS_OF_PARTNER: readonly string[] = [
  'POST /portal/v1/orders',
  'POST /portal/v1/quotes',
]
