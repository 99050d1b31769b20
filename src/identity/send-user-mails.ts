import { INVITATION_MAILS } from './invitation-mails.ts'
import { PASSWORD_NOTICE_MAILS } from './password-notice-mails.ts'
import { PASSWORD_RESET_MAILS } from './password-reset-mails.ts'
import { sendDueMails, type UserMailsOptions } from './user-mails.ts'

/**
 * Sends invitations, links for new passwords and notices of new passwords that are due. Any number
 * of processes may do so.
 */
export async function sendAllDueMails(options: UserMailsOptions): Promise<void> {
  // Sent first, because somebody waits at the screen for a new password.
  await sendDueMails(options, PASSWORD_RESET_MAILS)
  await sendDueMails(options, PASSWORD_NOTICE_MAILS)
  await sendDueMails(options, INVITATION_MAILS)
}
