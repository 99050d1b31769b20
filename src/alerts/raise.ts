import { maybeRow, type Db, type Tx, type Writer } from '../db/mod.ts'
import type { Alert, AlertKind, NewAlert } from './alert.ts'
import {
  lockOpen,
  resolveCounted,
  resolveOpen,
  resolveUnseenOpen,
  upsertAlert,
} from './alert-rows.ts'

/**
 * Raises an alert in the transaction of what it tells of; one that is open already is counted. Its
 * row is locked until `tx` ends, so this comes last. Whoever works then logs it, once.
 */
export function raiseAlert(tx: Writer, alert: NewAlert): void {
  tx.write(upsertAlert(alert))
}

/** What the alert told of is over; where none is open, nothing happens. */
export function resolveAlert(
  tx: Writer,
  { kind, subject, at }: { kind: AlertKind; subject: string; at: number },
): void {
  tx.write(resolveOpen(kind, subject, at))
}

/**
 * When the open alert of this kind about this subject was raised; undefined where none is open.
 * Nobody raises or resolves it until `tx` ends, so this comes last, as raising does.
 */
export async function lockRaised(
  tx: Tx,
  { kind, subject }: { kind: AlertKind; subject: string },
): Promise<number | undefined> {
  const row = await maybeRow(tx, lockOpen(kind, subject))
  return row?.raised_at.getTime()
}

/** Resolves an alert that was read, unless it was raised again since. */
export async function resolveUnlessRaised(db: Db, alert: Alert, at: number): Promise<void> {
  await db.rows(resolveCounted(alert, at))
}

/** Of those that are raised again while they last: what was not for so long is over. */
export async function resolveUnseen(
  db: Db,
  { kind, afterMs, at }: { kind: AlertKind; afterMs: number; at: number },
): Promise<void> {
  await db.rows(resolveUnseenOpen(kind, { before: at - afterMs, at }))
}
