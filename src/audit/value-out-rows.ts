import type { ApprovalKind } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

/** The value that acts add to the sum of a person and day. */
export interface ValueOutRow {
  /** Who acts. */
  readonly person: string
  /** YYYY-MM-DD in UTC. */
  readonly day: string
  readonly kind: ApprovalKind
  /** The value in parts of the threshold; see THRESHOLD_PARTS. */
  readonly parts: bigint
  readonly partnerId: number | undefined
}

/**
 * Adds the value that acts give away to the day's sum of the person who acts. The acts of a token
 * count for the person who made it. Fails with `needsApproval` if a day reaches its threshold. The
 * lock of the row makes acts at the same time wait for each other; rows are locked in the order of
 * their keys. Play money of test partners does not count.
 */
export function addValueOut(rows: readonly ValueOutRow[]): Statement<never> {
  const column = <T>(read: (row: ValueOutRow) => T): T[] => rows.map(read)
  return sql`
    insert into value_out_days as existing (person, day, kind, parts)
    select person_behind(acts.person), acts.day, acts.kind,
           least(sum(acts.parts), 1e15)::bigint
    from unnest(
      ${column((one) => one.person)}::text[], ${column((one) => one.day)}::date[],
      ${column((one) => one.kind)}::text[], ${column((one) => one.parts)}::bigint[],
      ${column((one) => one.partnerId ?? null)}::integer[]
    ) as acts (person, day, kind, parts, partner_id)
    where not exists (
      select from partners where partner_id = acts.partner_id and test_of is not null)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (person, day, kind) do update
    set parts = least(existing.parts + excluded.parts, 1000000000000000)`
}

/** True if an act failed because a second person must approve it; nothing of it was done. */
export function needsApproval(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'value_out_days_below_threshold'
  )
}

export function removeOldDays(before: string): Statement<never> {
  return sql`delete from value_out_days where day < ${before}::date`
}
