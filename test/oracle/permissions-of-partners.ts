/** Routes, and the roles of people that may call them: nobody else may. */
export interface RoleRoutes {
  readonly roles: string
  /** One route in each line. */
  readonly routes: string
}

/** Returns the names of the routes. */
export function routesIn({ routes }: RoleRoutes): string[] {
  return routes.trim().split(/\n\s*/)
}

/**
 * The permissions of users of partners, from the decisions. Users of the operator have none here.
 */
export const ROUTES_OF_PARTNERS: readonly RoleRoutes[] = [
  {
    roles: 'owner finance developer viewer buyer approver',
    routes: `
      GET /portal/v1/cases
      GET /portal/v1/drafts
      GET /portal/v1/drafts/{draftId}
      POST /portal/v1/drafts/{draftId}/withdraw
      GET /portal/v1/funds
      GET /portal/v1/funds-notices
      GET /portal/v1/order-rules
      GET /portal/v1/orders
      GET /portal/v1/orders/{orderId}
      GET /portal/v1/orders/{orderId}/cases
      GET /portal/v1/orders/{orderId}/fulfillments
      GET /portal/v1/pay-in
      GET /portal/v1/pro-forma
      GET /portal/v1/products
      GET /portal/v1/spending
      GET /portal/v1/statement
      GET /portal/v1/teams
      GET /portal/v1/transactions`,
  },
  {
    roles: 'owner finance',
    routes: `
      GET /portal/v1/consumers
      PUT /portal/v1/funds-notices
      GET /portal/v1/wallet-settings
      POST /portal/v1/consumers
      GET /portal/v1/credit-imports
      POST /portal/v1/credit-imports
      GET /portal/v1/credit-imports/{importId}
      POST /portal/v1/credit-imports/{importId}/cancel
      GET /portal/v1/credit-imports/{importId}/report
      POST /portal/v1/credit-imports/{importId}/start
      GET /portal/v1/wallets
      GET /portal/v1/wallets/{walletId}/transactions
      POST /portal/v1/wallets/{walletId}/credit-drafts
      POST /portal/v1/wallets/{walletId}/transactions`,
  },
  {
    roles: 'owner buyer',
    routes: `
      POST /portal/v1/drafts
      POST /portal/v1/drafts/{draftId}/addresses
      POST /portal/v1/drafts/{draftId}/retry
      POST /portal/v1/link-drafts
      POST /portal/v1/link-logos
      GET /portal/v1/link-preview
      POST /portal/v1/link-templates
      PUT /portal/v1/link-templates/{templateId}
      POST /portal/v1/links
      POST /portal/v1/links/check
      POST /portal/v1/links/{linkId}/cancel
      POST /portal/v1/links/{linkId}/replace
      POST /portal/v1/links/{linkId}/resend
      POST /portal/v1/orders
      GET /portal/v1/orders/{orderId}/fulfillments/export
      GET /portal/v1/orders/{orderId}/items
      POST /portal/v1/quotes`,
  },
  {
    roles: 'owner finance approver',
    routes: `
      POST /portal/v1/drafts/{draftId}/approve
      POST /portal/v1/drafts/{draftId}/reject`,
  },
  {
    roles: 'owner finance buyer',
    routes: `
      GET /portal/v1/link-templates
      GET /portal/v1/claim-rules
      GET /portal/v1/links
      GET /portal/v1/links/sums
      GET /portal/v1/links/{linkId}`,
  },
  {
    roles: 'owner',
    routes: `
      GET /portal/v1/invitations
      POST /portal/v1/invitations
      POST /portal/v1/invitations/{invitationId}/revoke
      PUT /portal/v1/claim-rules
      PUT /portal/v1/order-rules
      PUT /portal/v1/teams
      PUT /portal/v1/users/{userId}/team
      GET /portal/v1/sign-in-rules
      PUT /portal/v1/sign-in-rules
      PUT /portal/v1/wallet-settings
      GET /portal/v1/users
      PATCH /portal/v1/users/{userId}
      POST /portal/v1/users/{userId}/password-reset
      POST /portal/v1/users/{userId}/second-factors/reset
      POST /portal/v1/users/{userId}/sessions/revoke`,
  },
  {
    roles: 'owner developer buyer',
    routes: `
      POST /portal/v1/orders/{orderId}/cases`,
  },
  {
    roles: 'owner developer',
    routes: `
      GET /portal/v1/credentials
      POST /portal/v1/credentials
      PATCH /portal/v1/credentials/{clientId}
      POST /portal/v1/credentials/{clientId}/claim
      POST /portal/v1/credentials/{clientId}/revoke
      POST /portal/v1/credentials/{clientId}/rotate
      GET /portal/v1/events
      GET /portal/v1/requests
      GET /portal/v1/requests/{requestId}
      GET /portal/v1/webhook-endpoints
      POST /portal/v1/webhook-endpoints
      GET /portal/v1/webhook-endpoints/{endpointId}
      PATCH /portal/v1/webhook-endpoints/{endpointId}
      GET /portal/v1/webhook-endpoints/{endpointId}/deliveries
      POST /portal/v1/webhook-endpoints/{endpointId}/remove
      POST /portal/v1/webhook-endpoints/{endpointId}/replay
      POST /portal/v1/webhook-endpoints/{endpointId}/rotate
      POST /portal/v1/webhook-endpoints/{endpointId}/test`,
  },
]
