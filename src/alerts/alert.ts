import type { AlertsRow } from '../db/mod.ts'
import type { AuditValue } from '../audit/mod.ts'

/**
 * The problems that an operator should act on:
 *
 *   supplier_unfunded      our account at a supplier has no funds; orders wait ON_HOLD for it
 *   supplier_silent        a supplier does not respond for a product; its circuit is open
 *   supplier_unclear       only a person can settle a purchase at a supplier
 *   supplier_price_waits   a price of a supplier changed by much, and waits for a person
 *   low_stock              fewer codes of a product and face value are for sale than its threshold
 *   low_funds              the funds of a partner last for few days at the pace of the last week
 *   batches_failed         batches of open orders FAILED: their suppliers have refused them
 *   orders_waiting         orders of a partner are not final long after they were placed
 *   rate_stale             rates that price orders have not been updated for long
 *   upstream_silent        a supplier does not respond, or refuses our credential
 *   upstream_low_float     our float at a supplier is below its threshold
 *   upstream_unsold        codes that were bought for canceled orders are in stock
 *   instant_ahead          the last instant of a book is ahead of the database's clock
 *   durability_off         a database setting lets a crash lose committed writes
 *   archive_failing        the database cannot archive its log; backups do not go on
 *   backup_overdue         the last base backup is old, damaged, or missing
 *   drill_overdue          no drill has succeeded for long, or the last one found faults
 *   disk_low               little of a disk of the bundled PostgreSQL is free
 *   disk_full              the disk of the database is full: nothing is written
 *   replication_lag        a standby is behind, or away while the log is kept for it
 *   audit_broken           the audit log does not verify: somebody changed it
 *   link_mails_waiting     mails that bring links wait for long, and none is sent
 *   credits_stopped        a file of credits is STOPPED: people wait for their money
 *   mail_template_broken   a mail template cannot be used; mails have the default texts
 *   webhook_disabled       a webhook endpoint was gone, or failed for days: it gets no events
 *   wrong_operator_tokens  wrong operator tokens come more often than once a second
 *   wrong_signatures       wrong signatures of one partner, or of strangers, exceed the same limit
 *   codes_guessed          many codes that people of a partner enter are wrong
 */
export const ALERT_KINDS = [
  'supplier_unfunded',
  'supplier_silent',
  'supplier_unclear',
  'supplier_price_waits',
  'low_stock',
  'low_funds',
  'batches_failed',
  'orders_waiting',
  'rate_stale',
  'upstream_silent',
  'upstream_low_float',
  'upstream_unsold',
  'instant_ahead',
  'durability_off',
  'archive_failing',
  'backup_overdue',
  'drill_overdue',
  'disk_low',
  'disk_full',
  'replication_lag',
  'audit_broken',
  'link_mails_waiting',
  'credits_stopped',
  'mail_template_broken',
  'webhook_disabled',
  'wrong_operator_tokens',
  'wrong_signatures',
  'codes_guessed',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export const SEVERITIES = ['warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface NewAlert {
  readonly kind: AlertKind
  /** The subject, such as `product:7`. Kind and subject identify the open alert. */
  readonly subject: string
  readonly severity: Severity
  /** One line for people. Never holds a secret. */
  readonly message: string
  readonly details?: Readonly<Record<string, AuditValue>> | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

export interface Alert {
  readonly alertId: number
  readonly kind: string
  readonly subject: string
  readonly severity: string
  readonly message: string
  readonly details: unknown
  readonly raisedAt: number
  readonly lastSeenAt: number
  /** Number of times that it was raised while it was open. */
  readonly count: number
  readonly resolvedAt: number | undefined
}

export type AlertRow = Omit<AlertsRow, 'announced_at' | 'resolution_announced_at'>

export function toAlert(row: AlertRow): Alert {
  return {
    alertId: Number(row.alert_id),
    kind: row.kind,
    subject: row.subject,
    severity: row.severity,
    message: row.message,
    details: row.details,
    raisedAt: row.raised_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    count: row.count,
    resolvedAt: row.resolved_at?.getTime(),
  }
}
