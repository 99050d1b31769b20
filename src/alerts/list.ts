import { groupBy, type Page, type PageRequest } from '../core/mod.ts'
import type { AlertDeliveriesRow, Db, Sort, TimeRange } from '../db/mod.ts'
import { ALERT_KINDS, toAlert, type Alert, type AlertKind, type Severity } from './alert.ts'
import { deliveriesOf } from './delivery-rows.ts'
import { listRaised, openOfKind, openPerKind } from './alert-rows.ts'

export const ALERT_STATES = ['open', 'resolved'] as const
export const ALERT_SORTS = listRaised.sorts

/** An undefined filter selects all. */
export interface AlertRequest extends PageRequest, TimeRange {
  readonly state?: (typeof ALERT_STATES)[number] | undefined
  readonly kind?: AlertKind | undefined
  readonly severity?: Severity | undefined
  readonly sort?: Sort<(typeof ALERT_SORTS)[number]> | undefined
}

/** The delivery of an alert by one channel, after it was raised or resolved. */
export interface Delivery {
  readonly event: string
  readonly channel: string
  /** QUEUED, SENT, or FAILED: given up. */
  readonly status: string
  readonly attempts: number
  readonly nextTryAt: number | undefined
  readonly endedAt: number | undefined
  readonly lastFault: string | undefined
}

export interface ListedAlert extends Alert {
  readonly deliveries: readonly Delivery[]
}

/** Returns a page of the alerts with their deliveries, newest first. */
export async function listAlerts(db: Db, request: AlertRequest): Promise<Page<ListedAlert>> {
  const { rows: alerts, total } = await listRaised(db, request)
  const ids = alerts.map(({ alertId }) => alertId)
  const sent = groupBy(await db.rows(deliveriesOf(ids)), (row) => Number(row.alert_id))
  return {
    rows: alerts.map((alert) => {
      return { ...alert, deliveries: (sent.get(alert.alertId) ?? []).map(toDelivery) }
    }),
    total,
  }
}

function toDelivery(row: AlertDeliveriesRow): Delivery {
  return {
    event: row.event,
    channel: row.channel,
    status: row.status,
    attempts: row.attempts,
    nextTryAt: row.next_try_at?.getTime(),
    endedAt: row.ended_at?.getTime(),
    lastFault: row.last_fault ?? undefined,
  }
}

/** Returns the number of open alerts of every kind, zeros included. */
export async function countOpenAlerts(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows(openPerKind())
  const none = ALERT_KINDS.map((kind) => [kind, 0] as const)
  return new Map([...none, ...rows.map((row) => [row.kind, Number(row.alerts)] as const)])
}

/** Returns the open alerts of a kind by subject. */
export async function openAlertsOf(db: Db, kind: AlertKind): Promise<Map<string, Alert>> {
  const rows = await db.rows(openOfKind(kind))
  return new Map(rows.map((row) => [row.subject, toAlert(row)]))
}
