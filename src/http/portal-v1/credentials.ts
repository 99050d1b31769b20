import { credentialRoutes } from '../admin-v1/credentials.ts'
import { ownPartner, routeOf } from './own-partner.ts'

const write = 'credentials:write'

export const ownCredentialRoutes = [
  ownPartner('GET /portal/v1/credentials', routeOf(credentialRoutes, 'listCredentials'), {
    permission: 'credentials:read',
    operationId: 'listOwnCredentials',
  }),
  ownPartner('POST /portal/v1/credentials', routeOf(credentialRoutes, 'issueCredential'), {
    permission: write,
    operationId: 'issueOwnCredential',
  }),
  ownPartner(
    'PATCH /portal/v1/credentials/{clientId}',
    routeOf(credentialRoutes, 'updateCredential'),
    { permission: write, operationId: 'updateOwnCredential' },
  ),
  ownPartner(
    'POST /portal/v1/credentials/{clientId}/rotate',
    routeOf(credentialRoutes, 'rotateCredential'),
    { permission: write, operationId: 'rotateOwnCredential' },
  ),
  ownPartner(
    'POST /portal/v1/credentials/{clientId}/revoke',
    routeOf(credentialRoutes, 'revokeCredential'),
    { permission: write, operationId: 'revokeOwnCredential' },
  ),
]
