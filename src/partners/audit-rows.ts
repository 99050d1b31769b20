import { dateAt, offsetOf, type PageRequest } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { AuditEntry, AuditValue } from './audit-entry.ts'

export function insertEntries(entries: readonly AuditEntry[]): Statement<never> {
  const column = <T>(of: (entry: AuditEntry) => T): T[] => entries.map(of)
  return sql`
    insert into audit_entries (
      partner_id, occurred_at, actor, action, target, reason, before, after)
    select done.partner_id, done.occurred_at, done.actor, done.action, done.target, done.reason,
           done.before::jsonb, done.after::jsonb
    from unnest(
      ${column((one) => one.partnerId ?? null)}::integer[],
      ${column((one) => dateAt(one.at))}::timestamptz[],
      ${column((one) => one.actor)}::text[],
      ${column((one) => one.action)}::text[],
      ${column((one) => one.target)}::text[],
      ${column((one) => one.reason ?? null)}::text[],
      ${column((one) => jsonText(one.before))}::text[],
      ${column((one) => jsonText(one.after))}::text[]
    ) with ordinality as done (
      partner_id, occurred_at, actor, action, target, reason, before, after, place)
    order by done.place`
}

function jsonText(value: AuditValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

export function countEntries(target: string | null): Statement<{ total: bigint }> {
  return target === null
    ? sql`select count(*) as total from audit_entries`
    : sql`select count(*) as total from audit_entries where target = ${target}`
}

export interface AuditRow {
  audit_id: bigint
  partner_id: number | null
  occurred_at: Date
  actor: string
  action: string
  target: string
  reason: string | null
  before: AuditValue | null
  after: AuditValue | null
}

export function pageOfEntries(target: string | null, page: PageRequest): Statement<AuditRow> {
  const only = target === null ? sql`` : sql`where target = ${target}`
  return sql`
    select audit_id, partner_id, occurred_at, actor, action, target, reason, before, after
    from audit_entries ${only}
    order by audit_id desc
    limit ${page.pageSize} offset ${offsetOf(page)}`
}
