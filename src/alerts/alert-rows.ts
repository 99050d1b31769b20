import { dateAt } from '../core/mod.ts'
import { between, equals, list, sql, type Statement, type TimeRange } from '../db/mod.ts'
import { toAlert, type AlertRow, type NewAlert } from './alert.ts'

const COLUMNS = sql.raw(
  `alert_id, kind, subject, severity, message, details, raised_at, last_seen_at, count,
   resolved_at`,
)
/** Alerts that are read at a time. */
const ANNOUNCED_MAX = 100

/** If the alert is open already, counts it and replaces its message. */
export function upsertAlert({
  kind,
  subject,
  at,
  ...alert
}: NewAlert): Statement<{ count: number }> {
  const details = JSON.stringify(alert.details ?? {})
  return sql`
    insert into alerts as existing (
      kind, subject, severity, message, details, raised_at, last_seen_at)
    values (
      ${kind}, ${subject}, ${alert.severity}, ${alert.message}, ${details}::jsonb,
      ${dateAt(at)}, ${dateAt(at)})
    on conflict (kind, subject) where resolved_at is null do update
    set severity = excluded.severity, message = excluded.message, details = excluded.details,
        last_seen_at = greatest(existing.last_seen_at, excluded.last_seen_at),
        count = least(existing.count, 2147483646) + 1
    returning count`
}

export function resolveOpen(kind: string, subject: string, at: number): Statement<never> {
  return sql`
    update alerts set resolved_at = ${dateAt(at)}
    where kind = ${kind} and subject = ${subject} and resolved_at is null`
}

/** Resolves the open alerts of these kinds, and those whose subject begins with `about`. */
export function resolveFormerOpen(
  kinds: readonly string[],
  { about, at }: { about: string; at: number },
): Statement<never> {
  return sql`
    update alerts set resolved_at = ${dateAt(at)}
    where (kind = any(${kinds}::text[]) or starts_with(subject, ${about}))
      and resolved_at is null`
}

/** Resolves the alert unless it was raised again, which its count shows. */
export function resolveCounted(
  { alertId, count }: { alertId: number; count: number },
  at: number,
): Statement<never> {
  return sql`
    update alerts set resolved_at = ${dateAt(at)}
    where alert_id = ${alertId} and count = ${count} and resolved_at is null`
}

export function resolveUnseenOpen(
  kind: string,
  { before, at }: { before: number; at: number },
): Statement<never> {
  return sql`
    update alerts set resolved_at = ${dateAt(at)}
    where kind = ${kind} and resolved_at is null and last_seen_at < ${dateAt(before)}`
}

export function lockAlert(alertId: number): Statement<AlertRow> {
  return sql`select ${COLUMNS} from alerts where alert_id = ${alertId} for update`
}

export function resolveById(alertId: number, at: number): Statement<AlertRow> {
  return sql`
    update alerts set resolved_at = ${dateAt(at)} where alert_id = ${alertId}
    returning ${COLUMNS}`
}

/** The filters of the list of alerts. An undefined filter selects all. */
interface AlertFilter extends TimeRange {
  readonly state?: 'open' | 'resolved' | undefined
  readonly kind?: string | undefined
  readonly severity?: string | undefined
}

/** Returns a page of the alerts, newest first. */
export const listRaised = list({
  from: 'alerts',
  columns: COLUMNS,
  where: ({ state, kind, severity, ...range }: AlertFilter) => [
    equals('(resolved_at is null)', state && state === 'open'),
    equals('kind', kind),
    equals('severity', severity),
    ...between('raised_at', range),
  ],
  order: 'alert_id desc',
  sorts: { raisedAt: ['raised_at', 'alert_id'] },
  to: toAlert,
})

export function openPerKind(): Statement<{ kind: string; alerts: bigint }> {
  return sql`
    select kind, count(*) as alerts from alerts where resolved_at is null group by kind`
}

export function openOfKind(kind: string): Statement<AlertRow> {
  return sql`select ${COLUMNS} from alerts where kind = ${kind} and resolved_at is null`
}

export function alertsById(alertIds: readonly bigint[]): Statement<AlertRow> {
  return sql`select ${COLUMNS} from alerts where alert_id = any(${alertIds}::bigint[])`
}

const IS_UNANNOUNCED = sql.raw('announced_at is null')
const IS_RESOLUTION_UNANNOUNCED = sql.raw(`
  resolved_at is not null and resolution_announced_at is null and announced_at is not null`)

/** Returns a row if an alert or a resolution is not announced yet. */
export function somethingToAnnounce(): Statement<unknown> {
  return sql`
    select true as is_found
    where exists (select from alerts where ${IS_UNANNOUNCED})
       or exists (select from alerts where ${IS_RESOLUTION_UNANNOUNCED})`
}

/** Marks the resolution of alerts as announced and returns them, if their raise was announced. */
export function markResolutionsAnnounced(at: number): Statement<{ alert_id: bigint }> {
  return sql`
    update alerts set resolution_announced_at = ${dateAt(at)}
    where alert_id = any(array(
      select alert_id from alerts where ${IS_RESOLUTION_UNANNOUNCED}
      order by alert_id limit ${ANNOUNCED_MAX}
      for update skip locked))
    returning alert_id`
}

/**
 * Marks the next alerts as announced and returns them. With `skip locked`, no two processes get the
 * same alert.
 */
export function markAnnounced(at: number): Statement<AlertRow> {
  return sql`
    update alerts set announced_at = ${dateAt(at)}
    where alert_id = any(array(
      select alert_id from alerts where ${IS_UNANNOUNCED}
      order by alert_id limit ${ANNOUNCED_MAX}
      for update skip locked))
    returning ${COLUMNS}`
}
