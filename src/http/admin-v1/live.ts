import { loggedActor } from '../../audit/mod.ts'
import { liveStream } from '../responses/live-stream.ts'
import { operatorRoute } from '../route.ts'
import { sessionTokenOf } from '../cookies/session-cookie.ts'

const EVENT_STREAM = 'text/event-stream'

const streamChanges = operatorRoute('GET /admin/v1/live', {
  permission: 'orders:read',
  operationId: 'streamChanges',
  refuses: ['rate_limited'],
  produces: [EVENT_STREAM],
  isUnattended: true,
  summary: 'Streams what changes, as server-sent events',
  description:
    'Events: `ready` at the beginning, `orders` with the ids of orders whose status changed, or ' +
    '`null` if they are too many, and `alerts`. Read the changed objects again. The stream ' +
    'ends with the session, when the service drains, and after ten minutes: connect again. It ' +
    'does not prolong the session. At most 8 streams are open for a session, and 32 for an ' +
    'actor. Without `Accept: text/event-stream` it ends after `ready`.',
  handle({ headers, principal: { actor, permissions } }, context) {
    const { authorization, cookie } = headers
    const isByCookie = authorization === undefined && typeof cookie === 'string'
    const token = isByCookie ? sessionTokenOf(cookie) : undefined
    const isWanted = String(headers['accept'] ?? '').includes(EVENT_STREAM)
    return Promise.resolve({
      status: 200,
      headers: {
        'content-type': EVENT_STREAM,
        'cache-control': 'no-store',
        // Otherwise proxies would hold back events until they have more.
        'x-accel-buffering': 'no',
      },
      body: liveStream(context, { permissions, who: loggedActor(actor), token, isWanted }),
    })
  },
})

export const liveRoutes = [streamChanges]
