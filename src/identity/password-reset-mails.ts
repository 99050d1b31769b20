import { mailsWithLinks } from './link-mails.ts'
import {
  endPasswordResetMail,
  leaseDuePasswordReset,
  setPasswordResetMailDue,
} from './password-reset-rows.ts'

export const PASSWORD_RESET_MAILS = mailsWithLinks({
  name: 'a password reset',
  prefix: 'password-reset',
  subject: 'Choose a new password for Tessera',
  lease: leaseDuePasswordReset,
  end: endPasswordResetMail,
  setDue: setPasswordResetMailDue,
  contextOf: ({ user_id: userId }) => passwordResetContext(userId),
  textOf: (link, until) => [
    'A new password was asked for at Tessera. Choose it here:',
    link,
    `The link works once, until ${until}. Whoever has it can change your password: do not ` +
      'forward this mail.',
    'If you did not ask for it, ignore this mail: your password stays as it is.',
  ],
})

/** Returns the sealing context of a link: it opens only for the reset of this user. */
export function passwordResetContext(userId: number): string {
  return `user_password_resets:${userId}`
}
