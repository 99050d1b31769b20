import { Type } from 'typebox'
import { invalidParameter, PARTNER_ID_MAX, Refusal } from '../../core/mod.ts'
import { listCredentials } from '../../partners/mod.ts'
import { findRequests, listRequests } from '../../requests/mod.ts'
import type { Context } from '../context.ts'
import { timeRange } from '../queries/query-times.ts'
import { flag, optionalNumber, optionalUuid, pages } from '../queries/query.ts'
import { continued, ok, splitPage } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { RequestView } from '../shapes/request-shape.ts'

const listRequestsRoute = operatorRoute('GET /admin/v1/requests', {
  permission: 'requests:read',
  operationId: 'listRequests',
  summary: 'Lists logged requests, newest first: of all, of a partner, or of one credential',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    clientId: optionalUuid(),
    failed: flag(),
    ...timeRange,
    after: optionalUuid(),
    pageSize: pages.pageSize,
  },
  response: ContinuedOf(RequestView.schema),
  async handle({ query }, context) {
    const { partnerId, clientId, failed: isFailed, from, to, after, pageSize } = query
    const found = await listRequests(context.db, {
      clientIds: await clientIdsOf(context, partnerId, clientId),
      isFailed,
      fromMs: from,
      beforeMs: to,
      after,
      limit: pageSize + 1,
    })
    const { page, last } = splitPage(found, pageSize)
    return ok(continued(page.map(RequestView.body), { pageSize, after: last?.requestId }))
  },
})

async function clientIdsOf(
  { db, clock }: Context,
  partnerId: number | undefined,
  clientId: string | undefined,
): Promise<string[] | undefined> {
  if (partnerId === undefined) return clientId === undefined ? undefined : [clientId]
  const credentials = await listCredentials(db, clock, partnerId).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.kind === 'not_found')) throw error
    throw invalidParameter('partnerId', 'must be the id of a partner')
  })
  const ids = credentials.map((one) => one.clientId)
  return clientId === undefined ? ids : ids.filter((id) => id === clientId)
}

const getRequest = operatorRoute('GET /admin/v1/requests/{requestId}', {
  permission: 'requests:read',
  operationId: 'getRequest',
  summary: 'Returns a logged request',
  description:
    'For a refused signature, it has the text that should have been signed. If a caller gave ' +
    'several requests the same x-request-id, it is the newest.',
  response: Type.Object({ data: RequestView.schema }),
  async handle({ params }, { db }) {
    const [found] = await findRequests(db, params.requestId)
    if (!found) throw new Refusal('not_found', 'no such request, or it is no longer in the log')
    return ok({ data: RequestView.body(found) })
  },
})

export const requestRoutes = [listRequestsRoute, getRequest]
