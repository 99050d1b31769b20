import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { ActApproval } from './actor.ts'

/** Fails unless the attempt is the current one. The same attempt may claim its act again. */
export function claimApprovedAct(
  { approvalId, attempt }: ActApproval,
  target: string,
  at: number,
): Statement<never> {
  return sql`
    insert into approved_acts (approval_id, attempt, target, done_at)
    select ${approvalId}::bigint, ${attempt}::uuid, ${target}::text, ${dateAt(at)}::timestamptz
    where not exists (
      select from approved_acts where approval_id = ${approvalId} and attempt = ${attempt})`
}

const CONSTRAINTS: readonly unknown[] = ['approved_acts_pkey', 'approved_acts_attempt']

/** True if the error says that the act is done, or belongs to another attempt. */
export function isAttemptOver(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && CONSTRAINTS.includes(error.constraint)
}
