import { requirePermission } from '../../identity/mod.ts'
import { listCredentials } from '../../partners/mod.ts'
import { credentialRoutes } from '../admin-v1/credentials.ts'
import type { Context } from '../context.ts'
import type { PortalCall } from '../call.ts'
import { ownPartner, routeOf } from './own-partner.ts'

const CODES = 'codes:read'

/** Whoever may not read codes may not make a credential that reads them, but for tests. */
function guardNew({ permissions, isTest, body }: PortalCall<unknown, unknown, unknown>): undefined {
  const { mode, permissions: asked } = body as NewCredential
  if (isTest || mode === 'test') return
  if (asked === undefined || asked.includes(CODES)) requirePermission(permissions, CODES)
}

interface NewCredential {
  readonly mode?: string
  readonly permissions?: readonly string[]
}

/** As `guardNew`: the response has the secrets of a credential with the same permissions. */
async function guardRotation(
  { permissions, isTest, partnerId, params }: PortalCall<unknown, unknown, unknown>,
  { db, clock }: Context,
): Promise<void> {
  if (isTest || permissions.has(CODES)) return
  const { clientId } = params as { readonly clientId: string }
  const known = await listCredentials(db, clock, partnerId)
  const rotated = known.find((one) => one.clientId === clientId)
  if (rotated?.permissions.includes(CODES)) requirePermission(permissions, CODES)
}

const write = 'credentials:write'

export const ownCredentialRoutes = [
  ownPartner('GET /portal/v1/credentials', routeOf(credentialRoutes, 'listCredentials'), {
    permission: 'credentials:read',
    operationId: 'listOwnCredentials',
  }),
  ownPartner('POST /portal/v1/credentials', routeOf(credentialRoutes, 'issueCredential'), {
    permission: write,
    operationId: 'issueOwnCredential',
    guard: guardNew,
  }),
  ownPartner(
    'PATCH /portal/v1/credentials/{clientId}',
    routeOf(credentialRoutes, 'updateCredential'),
    { permission: write, operationId: 'updateOwnCredential' },
  ),
  ownPartner(
    'POST /portal/v1/credentials/{clientId}/rotate',
    routeOf(credentialRoutes, 'rotateCredential'),
    { permission: write, operationId: 'rotateOwnCredential', guard: guardRotation },
  ),
  ownPartner(
    'POST /portal/v1/credentials/{clientId}/revoke',
    routeOf(credentialRoutes, 'revokeCredential'),
    { permission: write, operationId: 'revokeOwnCredential' },
  ),
]
