import { offerRoute } from './offer-route.ts'

const read = 'credits:read'
const write = 'credits:write'

export const ownCreditImportRoutes = [
  offerRoute('POST /portal/v1/credit-imports', {
    source: 'POST /admin/v1/partners/{partnerId}/credit-imports',
    permission: write,
    operationId: 'checkOwnCredits',
  }),
  offerRoute('GET /portal/v1/credit-imports', {
    source: 'GET /admin/v1/partners/{partnerId}/credit-imports',
    permission: read,
    operationId: 'listOwnCreditImports',
  }),
  offerRoute('GET /portal/v1/credit-imports/{importId}', {
    source: 'GET /admin/v1/partners/{partnerId}/credit-imports/{importId}',
    permission: read,
    operationId: 'getOwnCreditImport',
  }),
  offerRoute('POST /portal/v1/credit-imports/{importId}/start', {
    source: 'POST /admin/v1/partners/{partnerId}/credit-imports/{importId}/start',
    permission: write,
    operationId: 'startOwnCredits',
  }),
  offerRoute('POST /portal/v1/credit-imports/{importId}/cancel', {
    source: 'POST /admin/v1/partners/{partnerId}/credit-imports/{importId}/cancel',
    permission: write,
    operationId: 'cancelOwnCredits',
  }),
  offerRoute('GET /portal/v1/credit-imports/{importId}/report', {
    source: 'GET /admin/v1/partners/{partnerId}/credit-imports/{importId}/report',
    permission: read,
    operationId: 'ownCreditReport',
  }),
]
