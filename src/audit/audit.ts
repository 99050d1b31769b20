import { between, equals, list, sql, type TimeRange, type Writer } from '../db/mod.ts'
import { requireAct, requireStepUp } from '../policy/mod.ts'
import type { ActorKind } from './actor.ts'
import type { AuditEntry, StoredAuditEntry } from './audit-entry.ts'
import { claimCurrentKey } from './operator-write.ts'
import { claimKey } from './operator-write-rows.ts'
import { claimApprovedAct } from './approved-act-rows.ts'
import { addValueOut } from './value-out-rows.ts'
import { valueToCount } from './value-gate.ts'
import { insertEntries, type AuditRow } from './audit-rows.ts'

/**
 * Records the entry in the transaction of the write that it describes, and claims the
 * Idempotency-Key of the request there.
 */
export function recordAudit(tx: Writer, entry: AuditEntry): void {
  claimCurrentKey(tx, entry.target, entry.at)
  recordAudits(tx, [entry])
}

/**
 * Records the entries of several requests in the given order, and limits the value that operators
 * let out: an act beyond their thresholds fails with `needsApproval`. An approved act fails with
 * `isAttemptOver` unless its attempt is the current one. Refuses step_up_required, as
 * `requireStepUp` does, to a person who requests or approves such an act.
 */
export function recordAudits(tx: Writer, entries: readonly AuditEntry[]): void {
  for (const entry of entries) {
    const { actor, target, valueOut, at, write } = entry
    if (write) tx.write(claimKey(write, target, at))
    requireAct(tx, entry)
    if (valueOut === 'beyond' && actor.sessionId) requireStepUp(tx, actor.sessionId, at)
    if (actor.approval) tx.write(claimApprovedAct(actor.approval, target, at))
  }
  const counted = entries.flatMap((entry) => valueToCount(entry) ?? [])
  if (counted.length > 0) tx.write(addValueOut(counted))
  if (entries.length > 0) tx.write(insertEntries(entries))
}

/** The filters of the list of entries. An undefined filter selects all. */
interface AuditFilter extends TimeRange {
  readonly target?: string | undefined
  readonly actor?: string | undefined
  readonly action?: string | undefined
}

/** Returns one page of the audit log, newest first. */
export const listAudit = list({
  from: 'audit_entries',
  columns: sql`
    audit_id, partner_id, occurred_at, actor_kind, actor_id, actor, address, action, target,
    reason, before, after, approval_id, approver_id, approver`,
  where: ({ target, actor, action, ...range }: AuditFilter) => [
    equals('target', target),
    equals('actor', actor),
    equals('action', action),
    ...between('occurred_at', range),
  ],
  order: 'audit_id desc',
  sorts: { at: ['occurred_at', 'audit_id'] },
  to: toEntry,
})

function toEntry(row: AuditRow): StoredAuditEntry {
  return {
    auditId: Number(row.audit_id),
    partnerId: row.partner_id ?? undefined,
    actor: {
      kind: row.actor_kind as ActorKind,
      id: row.actor_id ?? undefined,
      name: row.actor,
      address: row.address ?? undefined,
    },
    approvalId: row.approval_id === null ? undefined : Number(row.approval_id),
    approver: row.approver ?? undefined,
    action: row.action,
    target: row.target,
    reason: row.reason ?? undefined,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    at: row.occurred_at.getTime(),
  }
}
