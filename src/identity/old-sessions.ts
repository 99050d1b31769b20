import { MS_PER_SECOND, type Clock, MS_PER_DAY } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
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

export interface OldSessionsOptions extends SessionLifetimes {
  readonly db: Db
  readonly clock: Clock
}

/** Removes expired sessions, links, notices, unfinished sign-ins and counts. */
export async function sweepSessions(options: OldSessionsOptions): Promise<void> {
  const { db, clock, sessionIdleSeconds, sessionSecondsMax } = options
  const now = clock.now()
  const idleMs = sessionIdleSeconds * MS_PER_SECOND
  await db.rows(deleteOldSessions(now - idleMs, now - sessionSecondsMax * MS_PER_SECOND))
  await db.rows(deleteExpiredInvitations(now))
  await db.rows(deleteExpiredPasswordResets(now))
  await db.rows(deleteOldPasswordNotices(now - NOTICES_KEPT_MS))
  await db.rows(deleteExpiredOidcSignIns(now))
  await db.rows(deleteExpiredPending(now))
  await db.rows(deleteExpiredChallenges(now))
  await db.rows(deleteFullBuckets(now))
}
