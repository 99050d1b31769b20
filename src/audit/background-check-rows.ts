import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { ChainFault } from './check-chain.ts'

/**
 * Claims the next check, so that one process does it. Returns the first day to verify, and the day
 * of the fault that the last check found. Returns no row if no check is due: the last one began
 * after `dueBefore`, or after `faultyBefore` if it found a fault.
 */
export function claimCheck(
  now: number,
  { dueBefore, faultyBefore }: { readonly dueBefore: number; readonly faultyBefore: number },
): Statement<{ from: string | null; faulty: string | null }> {
  return sql`
    insert into audit_checks as last (checked_at) values (${dateAt(now)})
    on conflict (is_only) do update set checked_at = excluded.checked_at
    where last.checked_at <= case when last.fault is null then ${dateAt(dueBefore)}::timestamptz
                                  else ${dateAt(faultyBefore)}::timestamptz end
    returning (verified_through + 1)::text as "from", fault ->> 'day' as faulty`
}

/**
 * Returns the last day of a range that begins with `from` and has about `entriesMax` entries, and
 * the last day of the chain. Returns no row if the chain ends before `from`.
 */
export function lastDayWithin(
  from: string,
  entriesMax: number,
): Statement<{ day: string; last: string }> {
  return sql`
    select day::text, (select max(day) from audit_days)::text as last
    from (
      select day, sum(entries) over (order by day) - entries as entries_before
      from audit_days where day >= ${from}::date) as next
    where entries_before < ${entriesMax}
    order by next.day desc limit 1`
}

export function setChecked(verifiedThrough: string): Statement<never> {
  return sql`update audit_checks set fault = null, verified_through = ${verifiedThrough}`
}

export function setCompleted(at: number): Statement<never> {
  return sql`
    update audit_checks
    set fault = null, verified_through = null, completed_at = ${dateAt(at)}`
}

/** Records a fault. The days that were just verified are verified again. */
export function setFaulty(fault: ChainFault): Statement<never> {
  return sql`update audit_checks set fault = ${JSON.stringify(fault)}::jsonb`
}

export function lastCheck(): Statement<{
  checked_at: Date
  completed_at: Date | null
  fault: ChainFault | null
}> {
  return sql`select checked_at, completed_at, fault from audit_checks`
}
