import type { OperatorPermission } from '../../identity/mod.ts'
import type { Context } from '../context.ts'
import type { Change, Listener } from '../live-changes.ts'
import { operatorRoute } from '../route.ts'
import { sessionTokenOf } from '../session-cookie.ts'

const EVENT_STREAM = 'text/event-stream'
/** Then the client connects again, and is authenticated anew. */
const STREAM_MS_MAX = 600_000
/** How often a line is sent while nothing changes, so that a lost connection is noticed. */
const IDLE_MS = 5_000
/** After how many milliseconds a browser connects again. */
const RETRY_MS = 2_000

const streamChanges = operatorRoute('GET /admin/v1/live', {
  permission: 'orders:read',
  operationId: 'streamChanges',
  refuses: ['rate_limited'],
  produces: [EVENT_STREAM],
  summary: 'Streams what changes, as server-sent events',
  description:
    'Events: `ready` at the beginning, `orders` with the ids of orders whose status changed, or ' +
    '`null` if they are too many, and `alerts`. Read again what you show of them. The stream ' +
    'ends with the session, when the service drains, and after ten minutes: connect again. ' +
    'Without `Accept: text/event-stream` it ends after `ready`.',
  handle({ headers, principal: { permissions } }, context) {
    const { authorization, cookie } = headers
    const isByCookie = authorization === undefined && typeof cookie === 'string'
    const token = isByCookie ? sessionTokenOf(cookie) : undefined
    const isWanted = String(headers['accept'] ?? '').includes(EVENT_STREAM)
    return Promise.resolve({
      status: 200,
      headers: {
        'content-type': EVENT_STREAM,
        'cache-control': 'no-store',
        // Proxies would wait for more.
        'x-accel-buffering': 'no',
      },
      body: events(context, { permissions, token, isWanted }),
    })
  },
})

interface Reader extends Listener {
  readonly permissions: ReadonlySet<OperatorPermission>
  readonly isWanted: boolean
}

async function* events(context: Context, reader: Reader): AsyncGenerator<string> {
  const { liveChanges, clock } = context
  liveChanges.add(reader)
  try {
    yield `retry: ${RETRY_MS}\n${eventOf('ready', {})}`
    const endsAt = clock.monotonic() + STREAM_MS_MAX
    let [seen, sentAt] = [liveChanges.last, clock.monotonic()]
    while (reader.isWanted && clock.monotonic() < endsAt) {
      await liveChanges.next()
      if (context.isDraining() || liveChanges.isOver(reader)) return
      const text = textOf(liveChanges.since(seen), reader.permissions)
      seen = liveChanges.last
      if (text === '' && clock.monotonic() - sentAt < IDLE_MS) continue
      sentAt = clock.monotonic()
      yield text === '' ? ':\n\n' : text
    }
  } finally {
    liveChanges.remove(reader)
  }
}

function textOf(
  { orderIds, alertsChanged }: Change,
  permissions: ReadonlySet<OperatorPermission>,
): string {
  const orders = orderIds?.length === 0 ? '' : eventOf('orders', { orderIds: orderIds ?? null })
  const alerts = alertsChanged && permissions.has('alerts:read') ? eventOf('alerts', {}) : ''
  return orders + alerts
}

function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

export const liveRoutes = [streamChanges]
