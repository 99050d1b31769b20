import { Type } from 'typebox'
import { invalidParameter, isoTime, PARTNER_ID_MAX, Refusal } from '../../core/mod.ts'
import { listCredentials } from '../../partners/mod.ts'
import { findRequests, listRequests, type StoredRequest } from '../../requests/mod.ts'
import type { Context } from '../context.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { flag, optionalNumber, optionalUuid, pages } from '../query.ts'
import { timeRange } from '../query-times.ts'
import { continued, ok, splitPage } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { FAILED_CHECK } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

/**
 * A logged request: one to a route that needs a credential, or one that showed codes. No secret is
 * part of `stringToSign`.
 */
export const RequestView = view<StoredRequest>()(
  {
    requestId: Text('The `x-request-id` of the response'),
    callerRequestId: Type.Optional(Text('The `x-request-id` that the caller sent, if it differs')),
    at: [Instant('When it arrived'), (one) => isoTime(one.atMs)],
    partnerId: Type.Optional(fields.partnerId),
    clientId: Type.Optional(fields.clientId),
    isAuthenticated: YesOrNo('True if the credential, session or download link was accepted'),
    method: Text('The method of the request'),
    path: Text('The path, without its query'),
    status: Type.Optional(
      Whole('The status of the response; absent if the client had disconnected'),
    ),
    code: Type.Optional(Text('The code of the error, if the response was one')),
    ms: [Decimal('Duration, in milliseconds'), (one) => one.micros / 1_000],
    address: Text('The IP address that the request came from'),
    orderId: Type.Optional(
      Text('The order that it created or returned again, or whose codes it showed'),
    ),
    codesShown: Type.Optional(
      Whole('Number of codes of the order that it showed; 0 for a link to download them'),
    ),
    rows: Type.Optional(Whole('Number of rows, if it was a request with several')),
    user: Type.Optional(Text('The user of the portal who sent it, by e-mail')),
    failedCheck: [
      Type.Optional(oneOf('The check of its authentication that failed', FAILED_CHECK)),
      (one) => one.failed?.check,
    ],
    failure: [Type.Optional(Text('Why it was refused')), (one) => one.failed?.message],
    stringToSign: [
      Type.Optional(Text('The text that the signature should have covered')),
      (one) => one.failed?.stringToSign,
    ],
  },
  { title: 'Request' },
)

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
