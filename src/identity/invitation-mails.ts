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
  textOf: (link, until, { is_user: isUser }) =>
    isUser ? ADDRESS_IN_USE : invitationLines(link, until),
})

function invitationLines(link: string, until: string): readonly string[] {
  return [
    'You were invited to Tessera. This link lets you sign in for the first time:',
    link,
    `It works once, until ${until}. Whoever has it can sign in as you: do not forward this mail.`,
    'If you did not expect an invitation, ignore it.',
  ]
}

/**
 * Sent to the invited person only: the inviter may belong to another tenant and must not learn that
 * the address is in use.
 */
const ADDRESS_IN_USE = [
  'You were invited to Tessera, but you sign in there with this address already.',
  'An address belongs to one organization. If you want to accept the invitation, ask whoever ' +
    'invited you to invite another address of yours.',
  'Your sign-in has not changed. If you did not expect an invitation, ignore it.',
]

/** Returns the sealing context of a link: it opens only for the invitation of this address. */
export function invitationContext(email: string): string {
  return `user_invitations:${email}`
}
