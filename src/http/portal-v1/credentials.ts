import { offerRoute } from './offer-route.ts'

const write = 'credentials:write'

export const ownCredentialRoutes = [
  offerRoute('GET /portal/v1/credentials', {
    source: 'GET /admin/v1/partners/{partnerId}/credentials',
    permission: 'credentials:read',
    operationId: 'listOwnCredentials',
  }),
  offerRoute('POST /portal/v1/credentials', {
    source: 'POST /admin/v1/partners/{partnerId}/credentials',
    permission: write,
    operationId: 'issueOwnCredential',
  }),
  offerRoute('PATCH /portal/v1/credentials/{clientId}', {
    source: 'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}',
    permission: write,
    operationId: 'updateOwnCredential',
  }),
  offerRoute('POST /portal/v1/credentials/{clientId}/rotate', {
    source: 'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate',
    permission: write,
    operationId: 'rotateOwnCredential',
  }),
  offerRoute('POST /portal/v1/credentials/{clientId}/revoke', {
    source: 'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke',
    permission: write,
    operationId: 'revokeOwnCredential',
  }),
]
