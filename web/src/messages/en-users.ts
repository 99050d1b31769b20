/** The texts of users, loaded with their pages. */
export const userTexts = {
  title: 'Users',
  about: 'People who sign in: of the operator, and of partners.',
  name: 'Name',
  email: 'E-mail',
  of: 'Of',
  operator: 'the operator',
  partner: 'Partner',
  role: 'Role',
  status: 'Status',
  lastSignIn: 'Last sign-in',
  created: 'Added',
  never: 'never',
  acts: 'Actions',
  you: 'This is you',
  invite: 'Invite a user',
  inviteText:
    'The link is sent by mail, or shown once if there is no mail server. Users of a partner are ' +
    'invited on the page of the partner.',
  invitePartnerText:
    'The link is sent by mail, or shown once if there is no mail server. The user sees this ' +
    'partner only.',
  invited: (email: string) => `${email} was invited`,
  mailed: (email: string) => `${email} was invited by mail`,
  link: 'Link',
  linkText: 'The link is shown once: whoever has it chooses the password. Send it to the person.',
  changeRole: 'Change role',
  disable: 'Disable',
  disableText: 'The user can no longer sign in, and all sessions end at once.',
  enable: 'Enable',
  enableText: 'The user can sign in again, with the same password.',
  revoke: 'Sign out everywhere',
  revokeText: 'All sessions of the user end at once. The user can sign in again.',
  unlink: 'Unlink sign-in',
  unlinkText:
    'The account at the OpenID Connect provider no longer signs in as the user, until the user ' +
    'signs in there by the same verified address.',
  resetPassword: 'New password',
  resetPasswordText:
    'The user gets a link to choose a new password: by mail, or shown here once if there is no ' +
    'mail server. The old password works until then. Make sure that it is the user who asks.',
  resetMailed: (email: string) => `A link was sent to ${email}`,
  resetMade: (email: string) => `Link for a new password of ${email}`,
  resetLinkText:
    'The link is shown once, and works for an hour: whoever has it chooses the password. Send ' +
    'it to the user only.',
  reset: 'Reset second factor',
  resetText:
    'The passkeys, the authenticator app and the recovery codes of the user no longer work. ' +
    'Until the user adds a second factor, the password alone signs in. Make sure that it is ' +
    'the user who asks.',
  secondFactor: 'Second factor',
  hasFactor: 'yes',
  hasNoFactor: 'no',
  factorRule: {
    on: 'All users must have a second factor beside the password.',
    off: 'A second factor is up to each user.',
    start: 'Require a second factor',
    startText:
      'Users without one must add a passkey or an authenticator app before anything else: at the ' +
      'next sign-in, and in sessions that are open. You need one yourself first. Credentials are ' +
      'not affected.',
    started: 'A second factor is now required of all users',
    stop: 'No longer require it',
    stopText: 'Users may sign in with the password alone again, and may remove their factors.',
    stopped: 'A second factor is no longer required',
    ofPartner: 'An owner of this partner requires a second factor of all its users.',
  },
  empty: 'Invite the first one.',
} as const
