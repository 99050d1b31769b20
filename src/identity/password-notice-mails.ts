import {
  deletePasswordNotice,
  leaseDuePasswordNotice,
  setPasswordNoticeDue,
  type DuePasswordNotice,
} from './password-notice-rows.ts'
import { mailedTime, type UserMails } from './user-mails.ts'

/**
 * Tells users that their password was changed. The mail has no link, so nobody needs to click
 * anything.
 */
export const PASSWORD_NOTICE_MAILS: UserMails<DuePasswordNotice> = {
  name: 'a notice of a new password',
  lease: leaseDuePasswordNotice,
  end: deletePasswordNotice,
  setDue: setPasswordNoticeDue,
  compose: (_vault, { notice_id: noticeId, email, changed_at: changedAt, address }) => ({
    key: `password-notice.${noticeId}`,
    to: { name: '', address: email },
    subject: 'Your password for Tessera was changed',
    text: `${textOf(mailedTime(changedAt), address).join('\n\n')}\n`,
  }),
}

function textOf(at: string, address: string): readonly string[] {
  return [
    `The password that you sign in to Tessera with was changed on ${at}, from the address ` +
      `${address}.`,
    'If you changed it or asked for it, there is nothing to do.',
    'If not, somebody else may have your account: choose a new password with "Forgot password?" ' +
      'at the sign-in, and tell whoever manages the users of Tessera.',
  ]
}
