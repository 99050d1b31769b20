import { dateAt } from '../core/mod.ts'
import { sql, type AuditEntriesRow, type Statement } from '../db/mod.ts'
import type { AuditEntry, AuditValue } from './audit-entry.ts'

/** The entries wait in the outbox until they are sealed. */
export function insertEntries(entries: readonly AuditEntry[]): Statement<never> {
  const column = <T>(read: (entry: AuditEntry) => T): T[] => entries.map(read)
  return sql`
    with inserted as (
      insert into audit_entries (
        partner_id, occurred_at, actor_kind, actor_id, actor, address, action, target, reason,
        before, after, approval_id, approver_id, approver)
      select entries.partner_id, entries.occurred_at, entries.actor_kind, entries.actor_id,
             entries.actor, entries.address, entries.action, entries.target, entries.reason,
             entries.before::jsonb, entries.after::jsonb, entries.approval_id, entries.approver_id,
             entries.approver
      from unnest(
        ${column((one) => one.partnerId ?? null)}::integer[],
        ${column((one) => dateAt(one.at))}::timestamptz[],
        ${column((one) => one.actor.kind)}::text[],
        ${column((one) => one.actor.id ?? null)}::text[],
        ${column((one) => one.actor.name)}::text[],
        ${column((one) => one.actor.address ?? null)}::text[],
        ${column((one) => one.action)}::text[],
        ${column((one) => one.target)}::text[],
        ${column((one) => one.reason ?? null)}::text[],
        ${column((one) => jsonText(one.before))}::text[],
        ${column((one) => jsonText(one.after))}::text[],
        ${column((one) => one.actor.approval?.approvalId ?? null)}::bigint[],
        ${column((one) => one.actor.approval?.approverId ?? null)}::text[],
        ${column((one) => one.actor.approval?.approver ?? null)}::text[]
      ) with ordinality as entries (
        partner_id, occurred_at, actor_kind, actor_id, actor, address, action, target, reason,
        before, after, approval_id, approver_id, approver, place)
      order by entries.place
      returning audit_id)
    insert into audit_outbox (audit_id) select audit_id from inserted`
}

function jsonText(value: AuditValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** The jsonb columns hold the recorded values. */
export type AuditRow = Omit<AuditEntriesRow, 'before' | 'after'> & {
  readonly before: AuditValue | null
  readonly after: AuditValue | null
}
