import type { LinksRow } from '../db/mod.ts'
import type { LinkReview, ReviewReason } from './link.ts'

/** Reads the review of a link; undefined if no claim of it has broken a rule. */
export function reviewOf(row: LinksRow): LinkReview | undefined {
  if (row.review_until === null) return undefined
  return {
    reason: row.review_reason as ReviewReason,
    untilMs: row.review_until.getTime(),
    releasedMs: row.reviewed_at?.getTime(),
  }
}
