import type { Page, PageRequest } from '../core/mod.ts'
import { oneRow, type Db } from '../db/mod.ts'
import { ALERT_KINDS, toAlert, type Alert, type AlertKind } from './alert.ts'
import { countAlerts, openOfKind, openPerKind, pageOfAlerts } from './alert-rows.ts'

export const ALERT_STATES = ['open', 'resolved'] as const

export interface AlertRequest extends PageRequest {
  /** Undefined means both. */
  readonly state?: (typeof ALERT_STATES)[number] | undefined
}

/** Returns a page of the alerts, newest first. */
export async function listAlerts(db: Db, { state, ...page }: AlertRequest): Promise<Page<Alert>> {
  const isOpen = state === undefined ? null : state === 'open'
  const { total } = await oneRow(db, countAlerts(isOpen))
  const rows = await db.rows(pageOfAlerts(isOpen, page))
  return { rows: rows.map(toAlert), total: Number(total) }
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
