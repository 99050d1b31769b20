import { recordAudit, type Actor } from '../audit/mod.ts'
import { isoTime, Refusal, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import { toAlert, type Alert } from './alert.ts'
import { lockAlert, resolveById } from './alert-rows.ts'

/**
 * Resolves an alert. If its cause persists, the next check raises a new one. Refuses not_found,
 * then state_conflict if it is resolved already.
 */
export async function closeAlert(
  tx: Tx,
  alertId: number,
  { actor, reason, at }: { actor: Actor; reason: string; at: number },
): Promise<Alert> {
  const before = await maybeRow(tx, lockAlert(alertId))
  if (!before) throw notFound('alert')
  if (before.resolved_at) throw new Refusal('state_conflict', 'the alert is resolved')
  const alert = toAlert(await oneRow(tx, resolveById(alertId, at)))
  const { kind, subject, count } = alert
  recordAudit(tx, {
    actor,
    action: 'alert.resolve',
    target: `alert:${alertId}`,
    valueOut: 'none',
    reason,
    before: { kind, subject, count },
    after: { kind, subject, count, resolvedAt: isoTime(at) },
    at,
  })
  return alert
}
