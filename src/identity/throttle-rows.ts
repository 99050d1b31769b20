import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export interface Bucket {
  readonly subject: Buffer
  /** The time after which one more attempt is possible. */
  readonly intervalMs: number
  /** The number of attempts that may come at once. */
  readonly burst: number
}

/**
 * Takes an attempt from a bucket. Returns no row if none is left. A single statement, so that
 * concurrent attempts are counted one after the other.
 */
export function takeAttempt(bucket: Bucket, now: number): Statement<{ full_at: Date }> {
  const { subject, intervalMs, burst } = bucket
  const fullAtAfterFirst = dateAt(now + intervalMs)
  const fullAtMax = dateAt(now + (burst - 1) * intervalMs)
  return sql`
    insert into sign_in_throttles as existing (subject, full_at)
    values (${subject}, ${fullAtAfterFirst})
    on conflict (subject) do update
    set full_at = greatest(existing.full_at, ${dateAt(now)})
                  + ${intervalMs}::integer * interval '1 millisecond'
    where existing.full_at <= ${fullAtMax}
    returning full_at`
}

export function fillBucket(subject: Buffer): Statement<never> {
  return sql`delete from sign_in_throttles where subject = ${subject}`
}

export function deleteFullBuckets(now: number): Statement<never> {
  return sql`delete from sign_in_throttles where full_at < ${dateAt(now)}`
}

export function bucketOf(subject: Buffer): Statement<{ full_at: Date }> {
  return sql`select full_at from sign_in_throttles where subject = ${subject}`
}
