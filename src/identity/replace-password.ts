import { randomUUID } from '../core/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Writer } from '../db/mod.ts'
import { insertPasswordNotice } from './password-notice-rows.ts'
import { deletePasswordResetOf } from './password-reset-rows.ts'
import { deletePendingOf } from './pending-sign-in-rows.ts'
import { setPasswordHash } from './user-rows.ts'

/**
 * Replaces the password of a user. Links for a new password, and sign-ins that wait for a second
 * factor, no longer work. The caller ends the sessions.
 */
export function replacePassword(tx: Writer, userId: number, passwordHash: string): void {
  tx.write(setPasswordHash(userId, passwordHash))
  tx.write(deletePasswordResetOf(userId))
  tx.write(deletePendingOf(userId))
}

export interface NoticeContext {
  readonly clock: Clock
  /** Without a mail server, no notice is sent. */
  readonly config: { readonly smtpUrl?: string | undefined }
}

/** Queues the mail that says that a new password was set, and from which address. */
export function notifyOfNewPassword(
  tx: Writer,
  { clock, config }: NoticeContext,
  { userId, address }: { readonly userId: number; readonly address: string },
): void {
  if (config.smtpUrl === undefined) return
  tx.write(insertPasswordNotice({ noticeId: randomUUID(), userId, at: clock.now(), address }))
}
