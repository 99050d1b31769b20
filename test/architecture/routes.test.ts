import { expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { linesThatMatch, sourceFile, sourceFiles, type SourceFile } from './sources.ts'

/** The table of the interface. */
const PARTNER_ROUTES = [
  'GET /v2/accounts/balances',
  'GET /v2/products',
  'GET /v2/products/{productId}',
  'POST /v2/orders',
  'GET /v2/orders',
  'GET /v2/orders/{orderId}',
  'GET /v2/orders/{orderId}/items',
  'GET /v2/orders/{orderId}/fulfillments',
  'GET /v2/orders/{orderId}/fulfillments/export',
  'POST /api/partner/v1/customer',
  'GET /api/partner/v1/customer',
  'GET /api/partner/v1/customer/{customerId}/wallets',
  'POST /api/partner/v1/wallets/{walletId}/transactions',
]

/** The operator's table, and what the service answers about itself. */
const OPERATOR_ROUTES = [
  'POST /admin/v1/partners',
  'GET /admin/v1/partners',
  'GET /admin/v1/partners/{partnerId}',
  'POST /admin/v1/partners/{partnerId}/credentials',
  'GET /admin/v1/partners/{partnerId}/credentials',
  'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}',
  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate',
  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke',
  'POST /admin/v1/partners/{partnerId}/deposits',
  'POST /admin/v1/partners/{partnerId}/reversals',
  'POST /admin/v1/products',
  'PATCH /admin/v1/products/{productId}',
  'GET /admin/v1/products',
  'POST /admin/v1/products/{productId}/codes',
  'PUT /admin/v1/fx-rates',
  'GET /admin/v1/fx-rates',
  'GET /admin/v1/orders',
  'GET /admin/v1/orders/{orderId}',
  'POST /admin/v1/orders/{orderId}/cancel',
  'POST /admin/v1/orders/{orderId}/retry',
  'POST /admin/v1/partners/{partnerId}/campaigns',
  'POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets',
  'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status',
  'GET /admin/v1/ledger/verify',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
]

/** Beyond both tables: the download, suspending a partner, and what an operator looks into. */
const FURTHER_ROUTES = [
  'GET /openapi.json',
  'GET /admin/openapi.json',
  'GET /',
  'GET /docs',
  'GET /docs/site.css',
  'GET /docs/site.js',
  'GET /docs/search',
  'GET /docs/{page}',
  'GET /docs/{page}/{operationId}',
  'GET /v2/orders/{orderId}/cases',
  'POST /v2/orders/{orderId}/cases',
  'POST /admin/v1/orders/{orderId}/cases',
  'GET /admin/v1/orders/{orderId}/cases',
  'GET /admin/v1/cases',
  'GET /admin/v1/cases/{caseId}',
  'POST /admin/v1/cases/{caseId}/accept',
  'POST /admin/v1/cases/{caseId}/reject',
  'POST /admin/v1/codes/find',
  'PUT /admin/v1/mail-templates',
  'GET /admin/v1/mail-templates',
  'GET /admin/v1/mail-templates/in-force',
  'POST /admin/v1/mail-templates/preview',
  'POST /admin/v1/mail-templates/remove',
  'GET /admin/v1/trace',
  'GET /admin/v1/partners/{partnerId}/consumers',
  'GET /admin/v1/partners/{partnerId}/wallets',
  'GET /admin/v1/partners/{partnerId}/campaigns',
  'POST /admin/v1/ledger/verifications',
  'GET /admin/v1/ledger/verifications',
  'GET /admin/v1/ledger/verifications/{verificationId}',
  'GET /admin/v1/stock',
  'GET /admin/v1/stock/defaults',
  'PATCH /admin/v1/stock/defaults',
  'GET /admin/v1/products/{productId}/stock',
  'PATCH /admin/v1/products/{productId}/stock',
  'GET /admin/v1/products/{productId}/lots',
  'POST /admin/v1/products/{productId}/lots/{lot}/quarantine',
  'POST /admin/v1/products/{productId}/lots/{lot}/release',
  'POST /admin/v1/products/{productId}/lots/{lot}/recall',
  'GET /admin/v1/products/{productId}/lots/{lot}/orders',
  'GET /admin/v1/products/{productId}/imports',
  'GET /admin/v1/products/{productId}/imports/{importId}',
  'GET /admin/v1/products/{productId}/imports/{importId}/report',
  'GET /exports/{orderId}',
  'PATCH /admin/v1/partners/{partnerId}',
  'GET /admin/v1/fx-rates/history',
  'POST /admin/v1/fx-rates/import',
  'PUT /admin/v1/partners/{partnerId}/credit-limits',
  'GET /admin/v1/partners/{partnerId}/credit-limits',
  'PUT /admin/v1/partners/{partnerId}/spend-limits',
  'GET /admin/v1/partners/{partnerId}/spend-limits',
  'POST /v2/quotes',
  'POST /admin/v1/products/{productId}/lots/{lot}/costs',
  'GET /admin/v1/products/{productId}/lots/{lot}/costs',
  'GET /admin/v1/reports/margin',
  'GET /admin/v1/partners/{partnerId}/funds',
  'GET /admin/v1/partners/{partnerId}/transactions',
  'GET /admin/v1/partners/{partnerId}/deposits',
  'GET /admin/v1/partners/{partnerId}/statement',
  'GET /v2/events',
  'POST /v2/webhook-endpoints',
  'GET /v2/webhook-endpoints',
  'GET /v2/webhook-endpoints/{endpointId}',
  'PATCH /v2/webhook-endpoints/{endpointId}',
  'POST /v2/webhook-endpoints/{endpointId}/rotate',
  'POST /v2/webhook-endpoints/{endpointId}/test',
  'POST /v2/webhook-endpoints/{endpointId}/replay',
  'POST /v2/webhook-endpoints/{endpointId}/remove',
  'GET /v2/webhook-endpoints/{endpointId}/deliveries',
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints',
  'GET /admin/v1/partners/{partnerId}/webhook-endpoints',
  'GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}',
  'PATCH /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}',
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate',
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/test',
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/replay',
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/remove',
  'GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/deliveries',
  'GET /admin/v1/partners/{partnerId}/events',
  'GET /v2/accounts/transactions',
  'GET /v2/accounts/statement',
  'GET /api/partner/v1/wallets/{walletId}/transactions',
  'POST /admin/v1/reconciliations/deposits',
  'POST /admin/v1/reconciliations/purchases',
  'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure',
  'POST /admin/v1/partners/{partnerId}/recipients/erasure',
  'GET /admin/v1/erasures',
  'GET /admin/v1/reconciliations',
  'GET /admin/v1/reconciliations/{reconciliationId}',
  'GET /admin/v1/reconciliations/{reconciliationId}/items',
  'GET /admin/v1/mails',
  'GET /admin/v1/mails/{transactionId}',
  'POST /admin/v1/mails/{transactionId}/resend',
  'GET /admin/v1/partners/{partnerId}/mail-suppressions',
  'POST /admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove',
  'GET /admin/v1/requests',
  'GET /admin/v1/requests/{requestId}',
  'POST /admin/v1/price-rules',
  'GET /admin/v1/price-rules',
  'POST /admin/v1/price-rules/{ruleNo}/end',
  'PUT /admin/v1/fx-spreads',
  'GET /admin/v1/fx-spreads',
  'GET /admin/v1/audit',
  'POST /admin/v1/upstreams',
  'GET /admin/v1/upstreams',
  'PATCH /admin/v1/upstreams/{upstreamName}',
  'GET /admin/v1/upstreams/{upstreamName}/products',
  'GET /admin/v1/upstreams/{upstreamName}/purchases',
  'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close',
  'GET /admin/v1/suppliers/health',
  'GET /admin/v1/alerts',
  'POST /admin/v1/alerts/{alertId}/resolve',
  'GET /admin/v1/keys',
  'GET /admin/v1/master-keys',
  'POST /admin/v1/keys/rotate',
  'POST /admin/v1/master-keys/{masterId}/retire',
]

const ALL = [...PARTNER_ROUTES, ...OPERATOR_ROUTES, ...FURTHER_ROUTES]

test.each(ALL)("'%s' stands once in src/http, where it is found by grep", (route) => {
  expect(placesOf(sourceFiles('src/http'), route)).toHaveLength(1)
})

test('the server has these routes and no other', () => {
  expect(ROUTES.map(({ name }) => name as string).toSorted()).toEqual(ALL.toSorted())
})

test('a duplicate or incomplete route is found', () => {
  const once = sourceFile('a.ts', "route('GET /v2/orders', {\n// 'GET /v2/orders'\n")
  const longer = sourceFile('b.ts', "route('GET /v2/orders/{orderId}', {\n")

  expect(placesOf([once, longer], 'GET /v2/orders')).toEqual(['a.ts:1'])
  expect(placesOf([once, once], 'GET /v2/orders')).toHaveLength(2)
  expect(placesOf([longer], 'GET /v2/orders')).toEqual([])
})

function placesOf(files: readonly SourceFile[], route: string): string[] {
  return linesThatMatch(files, new RegExp(`'${route.replaceAll(/[{}]/g, String.raw`\$&`)}'`))
}
