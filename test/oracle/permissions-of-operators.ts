/** Routes, and the roles of people that may call them: nobody else may. */
export interface OfRoles {
  readonly roles: string
  /** One in each line. */
  readonly routes: string
}

/** Returns the names of the routes. */
export function routesIn({ routes }: OfRoles): string[] {
  return routes.trim().split(/\n\s*/)
}

/**
 * What people of the operator may do, from the decisions. A service token may do what its role
 * may; people of partners may nothing.
 */
export const ROUTES_OF_OPERATORS: readonly OfRoles[] = [
  {
    roles: 'admin finance operations support auditor',
    routes: `
      GET /admin/v1/cases
      GET /admin/v1/cases/{caseId}
      GET /admin/v1/erasures
      GET /admin/v1/live
      GET /admin/v1/orders
      GET /admin/v1/orders/{orderId}
      GET /admin/v1/orders/{orderId}/cases
      GET /admin/v1/overview
      GET /admin/v1/overview/activity
      GET /admin/v1/partners
      GET /admin/v1/partners/{partnerId}
      GET /admin/v1/partners/{partnerId}/campaigns
      GET /admin/v1/partners/{partnerId}/consumers
      GET /admin/v1/partners/{partnerId}/wallets
      GET /admin/v1/products
      GET /admin/v1/products/{productId}
      GET /admin/v1/products/{productId}/content
      GET /admin/v1/products/{productId}/imports
      GET /admin/v1/products/{productId}/imports/{importId}
      GET /admin/v1/products/{productId}/imports/{importId}/report
      GET /admin/v1/products/{productId}/lots
      GET /admin/v1/products/{productId}/lots/{lot}/orders
      GET /admin/v1/products/{productId}/stock
      GET /admin/v1/stock
      GET /admin/v1/stock/defaults
      GET /admin/v1/trace`,
  },
  {
    roles: 'admin finance operations',
    routes: `
      POST /admin/v1/approvals/{approvalId}/approve
      POST /admin/v1/approvals/{approvalId}/cancel
      POST /admin/v1/approvals/{approvalId}/reject
      POST /admin/v1/ledger/verifications`,
  },
  {
    roles: 'admin finance operations auditor',
    routes: `
      GET /admin/v1/approval-rules
      GET /admin/v1/approvals
      GET /admin/v1/approvals/{approvalId}
      GET /admin/v1/assortment-rules
      GET /admin/v1/fx-rates
      GET /admin/v1/fx-rates/history
      GET /admin/v1/ledger/verifications
      GET /admin/v1/ledger/verifications/{verificationId}
      GET /admin/v1/ledger/verify
      GET /admin/v1/partners/{partnerId}/credit-limits
      GET /admin/v1/partners/{partnerId}/deposits
      GET /admin/v1/partners/{partnerId}/funds
      GET /admin/v1/partners/{partnerId}/funds/history
      GET /admin/v1/partners/{partnerId}/spend-limits
      GET /admin/v1/partners/{partnerId}/statement
      GET /admin/v1/partners/{partnerId}/transactions
      GET /admin/v1/products/{productId}/lots/{lot}/costs
      GET /admin/v1/settings
      GET /admin/v1/suppliers/health
      GET /admin/v1/upstreams
      GET /admin/v1/upstreams/{upstreamName}/products
      GET /admin/v1/upstreams/{upstreamName}/purchases`,
  },
  {
    roles: 'admin finance',
    routes: `
      POST /admin/v1/assortment-rules
      PUT /admin/v1/fx-rates
      POST /admin/v1/fx-rates/import
      PUT /admin/v1/partners/{partnerId}/credit-limits
      POST /admin/v1/partners/{partnerId}/deposits
      POST /admin/v1/partners/{partnerId}/reversals
      PUT /admin/v1/partners/{partnerId}/spend-limits
      POST /admin/v1/products/{productId}/lots/{lot}/costs
      POST /admin/v1/reconciliations/deposits
      POST /admin/v1/reconciliations/purchases`,
  },
  {
    roles: 'admin auditor',
    routes: `
      GET /admin/v1/audit
      GET /admin/v1/audit/export
      GET /admin/v1/audit/verification
      GET /admin/v1/audit/verification/last
      GET /admin/v1/invitations
      GET /admin/v1/keys
      GET /admin/v1/master-keys
      GET /admin/v1/tokens
      GET /admin/v1/users`,
  },
  {
    roles: 'admin operations',
    routes: `
      POST /admin/v1/cases/{caseId}/accept
      POST /admin/v1/cases/{caseId}/reject
      POST /admin/v1/orders/{orderId}/cancel
      POST /admin/v1/orders/{orderId}/cases
      POST /admin/v1/orders/{orderId}/retry
      POST /admin/v1/partners
      PATCH /admin/v1/partners/{partnerId}
      POST /admin/v1/partners/{partnerId}/campaigns
      POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets
      POST /admin/v1/partners/{partnerId}/credentials
      PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}
      POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke
      POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate
      POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status
      POST /admin/v1/partners/{partnerId}/webhook-endpoints
      PATCH /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}
      POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/remove
      POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/replay
      POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate
      POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/test
      POST /admin/v1/product-images
      POST /admin/v1/products
      PATCH /admin/v1/products/{productId}
      POST /admin/v1/products/{productId}/codes
      PATCH /admin/v1/products/{productId}/content
      POST /admin/v1/products/{productId}/lots/{lot}/quarantine
      POST /admin/v1/products/{productId}/lots/{lot}/recall
      POST /admin/v1/products/{productId}/lots/{lot}/release
      PATCH /admin/v1/products/{productId}/stock
      PATCH /admin/v1/stock/defaults
      POST /admin/v1/upstreams
      PATCH /admin/v1/upstreams/{upstreamName}
      POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close`,
  },
  {
    roles: 'admin',
    routes: `
      POST /admin/v1/invitations
      POST /admin/v1/invitations/{invitationId}/revoke
      POST /admin/v1/keys/rotate
      POST /admin/v1/master-keys/{masterId}/retire
      POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure
      POST /admin/v1/partners/{partnerId}/recipients/erasure
      POST /admin/v1/tokens
      POST /admin/v1/tokens/{tokenId}/revoke
      POST /admin/v1/tokens/{tokenId}/take-over
      PATCH /admin/v1/users/{userId}
      POST /admin/v1/users/{userId}/identities/unlink
      POST /admin/v1/users/{userId}/password-reset
      POST /admin/v1/users/{userId}/second-factors/reset
      POST /admin/v1/users/{userId}/sessions/revoke`,
  },
  {
    roles: 'admin operations auditor',
    routes: `
      GET /admin/v1/partners/{partnerId}/credentials`,
  },
  {
    roles: 'admin operations support auditor',
    routes: `
      GET /admin/v1/partners/{partnerId}/events
      GET /admin/v1/partners/{partnerId}/webhook-endpoints
      GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}
      GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/deliveries
      GET /admin/v1/requests
      GET /admin/v1/requests/{requestId}`,
  },
  {
    roles: 'admin operations support',
    routes: `
      POST /admin/v1/codes/find`,
  },
  {
    roles: 'admin finance auditor',
    routes: `
      GET /admin/v1/reconciliations
      GET /admin/v1/reconciliations/{reconciliationId}
      GET /admin/v1/reconciliations/{reconciliationId}/items
      GET /admin/v1/reports/margin`,
  },
]
