import { offerRoute } from './offer-route.ts'

const permission = 'balance:read'

export const ownFundsRoutes = [
  offerRoute('GET /portal/v1/funds', {
    source: 'GET /admin/v1/partners/{partnerId}/funds',
    permission,
    operationId: 'getOwnFunds',
  }),
  offerRoute('GET /portal/v1/transactions', {
    source: 'GET /v2/accounts/transactions',
    permission,
    operationId: 'listOwnTransactions',
  }),
  offerRoute('GET /portal/v1/statement', {
    source: 'GET /admin/v1/partners/{partnerId}/statement',
    permission,
    operationId: 'getOwnStatement',
  }),
]
