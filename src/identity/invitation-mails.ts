import {
  endInvitationMail,
  leaseDueInvitation,
  setInvitationMailDue,
} from './invitation-mail-rows.ts'
import { mailsWithLinks } from './link-mails.ts'

export const INVITATION_MAILS = mailsWithLinks({
  name: 'an invitation',
  prefix: 'invitation',
  subject: 'Your invitation to Tessera',
  lease: leaseDueInvitation,
  end: endInvitationMail,
  setDue: setInvitationMailDue,
  contextOf: ({ email }) => invitationContext(email),
  textOf: (link, until) => [
    'You were invited to Tessera. This link lets you sign in for the first time:',
    link,
    `It works once, until ${until}. Whoever has it can sign in as you: do not forward this mail.`,
    'If you did not expect an invitation, ignore it.',
  ],
})

/** What a link is sealed for: it opens with the invitation of this address only. */
export function invitationContext(email: string): string {
  return `user_invitations:${email}`
}
