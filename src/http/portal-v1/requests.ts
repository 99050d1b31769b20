import { Type } from 'typebox'
import { Refusal } from '../../core/mod.ts'
import { listCredentials } from '../../partners/mod.ts'
import { findRequests } from '../../requests/mod.ts'
import { RequestView } from '../shapes/request-shape.ts'
import { ok } from '../response.ts'
import { portalRoute } from '../route.ts'
import { offerRoute } from './offer-route.ts'

const permission = 'requests:read'

const getOwnRequest = portalRoute('GET /portal/v1/requests/{requestId}', {
  permission,
  operationId: 'getOwnRequest',
  summary: 'Returns a logged request that named a credential of the partner',
  description:
    'For a refused signature, it has the text that should have been signed. If a caller gave ' +
    'several requests the same x-request-id, it is the newest.',
  response: Type.Object({ data: RequestView.schema }),
  async handle({ partnerId, params }, { db, clock }) {
    const credentials = await listCredentials(db, clock, partnerId)
    const clientIds = new Set(credentials.map(({ clientId }) => clientId))
    const found = await findRequests(db, params.requestId)
    const shown = found.find(({ clientId }) => clientId !== undefined && clientIds.has(clientId))
    if (!shown) throw new Refusal('not_found', 'no such request, or it is no longer in the log')
    return ok({ data: RequestView.body(shown) })
  },
})

export const ownRequestRoutes = [
  offerRoute('GET /portal/v1/requests', {
    source: 'GET /admin/v1/requests',
    permission,
    operationId: 'listOwnRequests',
  }),
  getOwnRequest,
]
