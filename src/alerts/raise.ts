import type { Db, Writer } from '../db/mod.ts'
import type { Alert, AlertKind, NewAlert } from './alert.ts'
import {
  resolveCounted,
  resolveFormerOpen,
  resolveOpen,
  resolveUnseenOpen,
  upsertAlert,
} from './alert-rows.ts'

/**
 * Raises an alert in the transaction of its cause. If the alert is open already, it is counted.
 * Call this last in a transaction: the alert's row is locked until `tx` ends. A worker announces
 * the alert.
 */
export function raiseAlert(tx: Writer, alert: NewAlert): void {
  tx.write(upsertAlert(alert))
}

/** Resolves an alert. Does nothing if none is open. */
export function resolveAlert(
  tx: Writer,
  { kind, subject, at }: { kind: AlertKind; subject: string; at: number },
): void {
  tx.write(resolveOpen(kind, subject, at))
}

/**
 * Resolves the open alerts of kinds that no longer exist, and those about a supplier that no longer
 * exists.
 */
export async function resolveFormer(
  db: Db,
  { kinds, about, at }: { kinds: readonly string[]; about: string; at: number },
): Promise<void> {
  await db.rows(resolveFormerOpen(kinds, { about, at }))
}

/** Resolves an alert, unless it was raised again since it was read. */
export async function resolveUnlessRaised(db: Db, alert: Alert, at: number): Promise<void> {
  await db.rows(resolveCounted(alert, at))
}

/**
 * Resolves alerts that were not raised again for a while, for kinds that every check raises again.
 */
export async function resolveUnseen(
  db: Db,
  { kind, afterMs, at }: { kind: AlertKind; afterMs: number; at: number },
): Promise<void> {
  await db.rows(resolveUnseenOpen(kind, { before: at - afterMs, at }))
}
