import type { AlertsRow } from '../db/mod.ts'
import type { AuditValue } from '../partners/mod.ts'

/**
 * supplier_unfunded     our account at a supplier cannot pay: orders wait, ON_HOLD, until it is
 * funded supplier_silent       a supplier does not answer for a product: it is left out for the
 * time being low_stock             fewer codes of a product and face value are for sale than there
 * should be rate_stale            rates that orders are priced at have not been replaced for long
 * upstream_silent       an upstream does not answer, or does not take our credentials
 * upstream_low_float    our float at an upstream is below what the operator set upstream_waiting
 * orders at an upstream wait for its stock, or for our funds there upstream_unconfirmed  it is not
 * known whether an upstream made orders: its answers were lost upstream_unsold       codes that
 * were bought for orders that were cancelled are in stock upstream_mismatch     what an upstream
 * delivered is not what was bought, or we had it before instant_ahead         books were written at
 * instants that lie ahead of the database's clock durability_off        a setting of the database
 * with which a crash loses what was answered wrong_operator_tokens operator tokens are wrong more
 * often than TESSERA_FAILURE_LIMIT allows wrong_signatures      signatures in the name of a
 * partner, or of nobody known, are so
 */
export const ALERT_KINDS = [
  'supplier_unfunded',
  'supplier_silent',
  'low_stock',
  'rate_stale',
  'upstream_silent',
  'upstream_low_float',
  'upstream_waiting',
  'upstream_unconfirmed',
  'upstream_unsold',
  'upstream_mismatch',
  'instant_ahead',
  'durability_off',
  'wrong_operator_tokens',
  'wrong_signatures',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export type Severity = 'warning' | 'critical'

export interface NewAlert {
  readonly kind: AlertKind
  /** What it is about, as `product:7`: with the kind it names the alert while that is open. */
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
  /** How often it was raised while it was open. */
  readonly count: number
  readonly resolvedAt: number | undefined
}

export type AlertRow = Omit<AlertsRow, 'announced_at'>

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
