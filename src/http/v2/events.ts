import { Type } from 'typebox'
import { eventId, EVENT_TYPES, type EventType } from '../../events/mod.ts'
import { EVENT_KINDS, EventShape } from '../shapes/event-shape.ts'
import { optionalNumber, pages } from '../queries/query.ts'
import { optionalEventNo } from '../queries/query-ids.ts'
import { okJson } from '../response.ts'
import { route } from '../route.ts'
import { fields } from '../shapes/fields.ts'
import { MS_PER_SECOND } from '../../core/mod.ts'

const WAIT_SECONDS_MAX = 20

const EventPage = Type.Object({
  data: Type.Array(EventShape, { description: 'The events, oldest first' }),
  meta: Type.Object(
    {
      pagination: Type.Object(
        {
          pageSize: fields.pageSize,
          hasNext: fields.hasNext,
          after: Type.String({ description: 'The `after` of the next request' }),
        },
        { description: 'Position of the page in the list' },
      ),
    },
    { description: 'About the list' },
  ),
})

export const listOwnEvents = route('GET /v2/events', {
  operationId: 'listEvents',
  summary: 'Lists events, oldest first, and waits for an event if there is none',
  description:
    'Send `after` of the last response to continue. The feed begins with the first request, or ' +
    'with the first webhook endpoint. Events of orders and cases need `orders:read`; others are ' +
    'shown if the credential has `balance:read`, `catalog:read` or `consumers:read`. So a page ' +
    'may have fewer events than `pageSize`, even none, although a next page follows.',
  refuses: ['rate_limited'],
  permission: 'orders:read',
  query: {
    after: optionalEventNo(),
    pageSize: pages.pageSize,
    wait: optionalNumber({ min: 0, max: WAIT_SECONDS_MAX }),
  },
  documentedResponse: EventPage,
  async handle({ partnerId, credential, query, connection }, { eventFeed, isDraining }) {
    const { after, pageSize, wait = 0 } = query
    if (wait > 0) connection.waitOnPurpose()
    const isShown = (type: EventType) => credential.permissions.has(EVENT_KINDS[type].permission)
    const { eventsJson, last, hasNext } = await eventFeed.read(
      partnerId,
      { after: after?.(partnerId), limit: pageSize, types: EVENT_TYPES.filter(isShown) },
      { ms: wait * MS_PER_SECOND, isOver: () => isDraining() || connection.isClosed() },
    )
    const pagination = { pageSize, hasNext, after: eventId({ partnerId, eventNo: last }) }
    const meta = JSON.stringify({ pagination })
    return okJson(`{"data":[${eventsJson}],"meta":${meta}}`)
  },
})
