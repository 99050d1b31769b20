import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export type ChallengePurpose = 'registration' | 'sign_in' | 'step_up'

export interface NewChallengeRow {
  readonly challengeHash: Buffer
  readonly purpose: ChallengePurpose
  readonly userId: number | undefined
  /** The session in which the passkey confirms an act, if there is one. */
  readonly sessionId?: string | undefined
  readonly expiresAt: number
}

export function insertChallenge(row: NewChallengeRow): Statement<never> {
  return sql`
    insert into passkey_challenges (challenge_hash, purpose, user_id, session_id, expires_at)
    values (${row.challengeHash}, ${row.purpose}, ${row.userId ?? null}, ${row.sessionId ?? null},
            ${dateAt(row.expiresAt)})`
}

/**
 * Deletes and returns the row if it has not expired, so only one of several concurrent requests
 * gets it.
 */
export function deleteChallenge(
  challengeHash: Buffer,
  purpose: ChallengePurpose,
  now: number,
): Statement<{ user_id: number | null; session_id: string | null }> {
  return sql`
    delete from passkey_challenges
    where challenge_hash = ${challengeHash} and purpose = ${purpose}
      and expires_at > ${dateAt(now)}
    returning user_id, session_id`
}

export function deleteChallengesOf(userId: number): Statement<never> {
  return sql`delete from passkey_challenges where user_id = ${userId}`
}

export function deleteExpiredChallenges(now: number): Statement<never> {
  return sql`delete from passkey_challenges where expires_at < ${dateAt(now)}`
}
