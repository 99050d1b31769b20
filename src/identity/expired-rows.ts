import { MS_PER_DAY, MS_PER_SECOND } from '../core/mod.ts'
import type { Statement } from '../db/mod.ts'
import { deleteExpiredInvitations } from './invitation-rows.ts'
import { deleteExpiredOidcSignIns } from './oidc-rows.ts'
import { deleteExpiredChallenges } from './passkey-challenge-rows.ts'
import { deleteOldPasswordNotices } from './password-notice-rows.ts'
import { deleteExpiredPasswordResets } from './password-reset-rows.ts'
import { deleteExpiredPending } from './pending-sign-in-rows.ts'
import { deleteOldSessions } from './session-rows.ts'
import type { SessionLifetimes } from './session.ts'
import { deleteFullBuckets } from './throttle-rows.ts'

/** A notice that is older comes too late to help. */
const NOTICES_KEPT_MS = 7 * MS_PER_DAY

/**
 * Returns statements that delete expired sessions, links, notices, sign-ins and counts of attempts.
 */
export function deleteExpiredRows(
  { sessionIdleSeconds, sessionSecondsMax }: SessionLifetimes,
  now: number,
): readonly Statement<never>[] {
  const idleMs = sessionIdleSeconds * MS_PER_SECOND
  return [
    deleteOldSessions(now - idleMs, now - sessionSecondsMax * MS_PER_SECOND),
    deleteExpiredInvitations(now),
    deleteExpiredPasswordResets(now),
    deleteOldPasswordNotices(now - NOTICES_KEPT_MS),
    deleteExpiredOidcSignIns(now),
    deleteExpiredPending(now),
    deleteExpiredChallenges(now),
    deleteFullBuckets(now),
  ]
}
