import { Type } from 'typebox'
import {
  type Alert,
  ALERT_KINDS,
  ALERT_SORTS,
  ALERT_STATES,
  closeAlert,
  listAlerts,
  type ListedAlert,
  SEVERITIES,
} from '../../alerts/mod.ts'
import { transact } from '../../db/mod.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, optionalSort, pages } from '../queries/query.ts'
import { timeRange } from '../queries/query-times.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import {
  ALERT_CHANNEL,
  ALERT_DELIVERY,
  ALERT_EVENT,
  ALERT_KIND,
  ALERT_SEVERITY,
  ALERT_STATE,
} from './meanings.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'

const AlertView = view<Alert>()(
  {
    alertId: Whole('Identifies the alert'),
    state: [
      choiceOf('The state of the alert', ALERT_STATE),
      (one) => (one.resolvedAt === undefined ? ('open' as const) : ('resolved' as const)),
    ],
    kind: oneOf('Kind of problem', ALERT_KIND),
    subject: Text('Subject of the alert, such as an order'),
    severity: oneOf('Urgency of the alert', ALERT_SEVERITY),
    message: Text('Message for people'),
    details: Type.Unknown({ description: 'Details, whose members depend on the kind' }),
    raisedAt: Instant('When it was raised'),
    lastSeenAt: Instant('When it was last seen'),
    count: Whole('Number of times that it was seen'),
    resolvedAt: Type.Optional(Instant('When its cause ended')),
  },
  { title: 'Alert' },
)

const DeliveryView = view<ListedAlert['deliveries'][number]>()({
  event: oneOf('Event that the message reports', ALERT_EVENT),
  channel: oneOf('The channel', ALERT_CHANNEL),
  status: oneOf('The state of the message', ALERT_DELIVERY),
  attempts: fields.attempts,
  nextTryAt: Type.Optional(Instant('When it is tried again')),
  endedAt: Type.Optional(fields.endedAt),
  lastFault: Type.Optional(fields.lastFault),
})

/** `deliveries` is present if the alert is sent by mail or webhook. */
const ListedAlertView = view<ListedAlert>()(
  {
    ...AlertView.fields,
    deliveries: [
      Type.Optional(
        Type.Array(DeliveryView.schema, { description: 'Messages about the alert, by channel' }),
      ),
      ({ deliveries: sent }) => (sent.length === 0 ? undefined : sent.map(DeliveryView.body)),
    ],
  },
  { title: 'ListedAlert' },
)

const listAlertsRoute = operatorRoute('GET /admin/v1/alerts', {
  permission: 'alerts:read',
  operationId: 'listAlerts',
  summary: 'Lists alerts, open and resolved, newest first',
  query: {
    state: optionalOneOf(ALERT_STATES),
    kind: optionalOneOf(ALERT_KINDS),
    severity: optionalOneOf(SEVERITIES),
    ...timeRange,
    sort: optionalSort(ALERT_SORTS),
    ...pages,
  },
  response: PagedOf(ListedAlertView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listAlerts(db, query)
    return ok(paged(rows.map(ListedAlertView.body), { ...query, totalRecords: total }))
  },
})

const resolveAlertRoute = operatorRoute('POST /admin/v1/alerts/{alertId}/resolve', {
  permission: 'alerts:write',
  operationId: 'resolveAlert',
  summary: 'Resolves an alert',
  description: 'If its cause persists, the next check raises a new one.',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AlertView.schema }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const alertId = Number(params.alertId)
    const act = { actor, reason, at: clock.now() }
    return ok({ data: AlertView.body(await transact(db, (tx) => closeAlert(tx, alertId, act))) })
  },
})

export const alertRoutes = [listAlertsRoute, resolveAlertRoute]
