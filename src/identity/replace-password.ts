import { randomUUID } from 'node:crypto'
import type { Clock } from '../core/mod.ts'
import type { Writer } from '../db/mod.ts'
import { insertPasswordNotice } from './password-notice-rows.ts'
import { deletePasswordResetOf } from './password-reset-rows.ts'
import { deletePendingOf } from './pending-sign-in-rows.ts'
import { setPasswordHash } from './user-rows.ts'

export interface ReplacementContext {
  readonly clock: Clock
  /** Without a mail server, no notice is sent. */
  readonly config: { readonly smtpUrl?: string | undefined }
}

export interface Replacement {
  readonly userId: number
  readonly passwordHash: string
  /** Where the user changed it from; undefined if somebody else sets it. */
  readonly address: string | undefined
}

/**
 * Replaces the password of a user, and queues a mail that says so. A link for a new password and
 * sign-ins that were begun with the old one no longer work. Sessions are the caller's.
 */
export function replacePassword(
  tx: Writer,
  { clock, config }: ReplacementContext,
  { userId, passwordHash, address }: Replacement,
): void {
  tx.write(setPasswordHash(userId, passwordHash))
  tx.write(deletePasswordResetOf(userId))
  tx.write(deletePendingOf(userId))
  if (config.smtpUrl === undefined) return
  tx.write(insertPasswordNotice({ noticeId: randomUUID(), userId, at: clock.now(), address }))
}
