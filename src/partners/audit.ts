import { dateAt, offsetOf, type Page, type PageRequest } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement, type Writer } from '../db/mod.ts'

/** What a JSON column takes; amounts go in as exact decimal text. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [field: string]: AuditValue | undefined }

/** One write of the operator. Never holds a secret: whoever reads the audit may sign nothing. */
export interface AuditEntry {
  readonly partnerId?: number | undefined
  /** Who did it, as the operator's authentication names them. */
  readonly actor: string
  /** What was done, as `credential.rotate`. */
  readonly action: string
  /** What it was done to, as `partner:7`. */
  readonly target: string
  readonly reason?: string | undefined
  readonly before?: AuditValue | undefined
  readonly after?: AuditValue | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

export interface StoredAuditEntry extends AuditEntry {
  readonly auditId: number
}

/** Writes the entry in the database transaction of the write that it tells of. */
export function recordAudit(tx: Writer, entry: AuditEntry): void {
  recordAudits(tx, [entry])
}

/** As `recordAudit`, for many writes at once, in the order given. */
export function recordAudits(tx: Writer, entries: readonly AuditEntry[]): void {
  if (entries.length > 0) tx.write(insertEntries(entries))
}

export interface AuditRequest extends PageRequest {
  /** Entries of this target only. */
  readonly target?: string | undefined
}

/** One page of the audit, newest first. */
export async function listAudit(db: Db, request: AuditRequest): Promise<Page<StoredAuditEntry>> {
  const target = request.target ?? null
  const { total } = await oneRow(db, countEntries(target))
  const rows = await db.rows(pageOfEntries(target, request))
  return { rows: rows.map(toEntry), total: Number(total) }
}

function insertEntries(entries: readonly AuditEntry[]): Statement<never> {
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

function countEntries(target: string | null): Statement<{ total: bigint }> {
  return target === null
    ? sql`select count(*) as total from audit_entries`
    : sql`select count(*) as total from audit_entries where target = ${target}`
}

interface AuditRow {
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

function pageOfEntries(target: string | null, page: PageRequest): Statement<AuditRow> {
  const only = target === null ? sql`` : sql`where target = ${target}`
  return sql`
    select audit_id, partner_id, occurred_at, actor, action, target, reason, before, after
    from audit_entries ${only}
    order by audit_id desc
    limit ${page.pageSize} offset ${offsetOf(page)}`
}

function toEntry(row: AuditRow): StoredAuditEntry {
  return {
    auditId: Number(row.audit_id),
    partnerId: row.partner_id ?? undefined,
    actor: row.actor,
    action: row.action,
    target: row.target,
    reason: row.reason ?? undefined,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    at: row.occurred_at.getTime(),
  }
}
