import { eventId, EVENT_TYPES, listEvents } from '../../events/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { EventShape } from '../shapes/event-shape.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, optionalText, pages } from '../queries/query.ts'
import { optionalEventNo } from '../queries/query-ids.ts'
import { timeRange } from '../queries/query-times.ts'
import { continued, ok, splitPage } from '../response.ts'
import { operatorRoute } from '../route.ts'

const listEventsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/events', {
  permission: 'events:read',
  operationId: 'listEvents',
  summary: 'Lists the events in the feed of a partner, newest first',
  description:
    'A partner that never used webhooks or its feed has none. `subject` is an order id, ' +
    '`wallet:12`, `funds:USD` or `product:7`.',
  query: {
    ...timeRange,
    type: optionalOneOf(EVENT_TYPES),
    subject: optionalText(),
    after: optionalEventNo(),
    pageSize: pages.pageSize,
  },
  documentedResponse: ContinuedOf(EventShape),
  async handle({ params, query }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const { from, to, type, subject, after, pageSize } = query
    const found = await listEvents(db, partnerId, {
      from,
      to,
      type,
      subject,
      before: after?.(partnerId) ?? Number.MAX_SAFE_INTEGER,
      limit: pageSize + 1,
    })
    const { page, last } = splitPage(found, pageSize)
    return ok(
      continued(
        page.map(({ event }) => event),
        { pageSize, after: last && eventId(last) },
      ),
    )
  },
})

export const eventRoutes = [listEventsRoute]
