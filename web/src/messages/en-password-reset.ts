/** The texts of a new password, loaded with its page. */
export const passwordResetTexts = {
  title: 'New password',
  about: 'Enter your e-mail address, and a link for a new password is sent to it.',
  email: 'E-mail',
  ask: 'Send the link',
  asked: (email: string) =>
    `If a user with a password has the address ${email}, a link is on its way. It works for an ` +
    'hour. If nothing arrives, look into the folder for unwanted mail, or ask whoever manages ' +
    'the users.',
  otherAddress: 'Another address, or send it again',
  noMail:
    'This service sends no mails. Whoever manages the users can give you a link for a new ' +
    'password.',
  oidcOnly: 'You have no password here. Sign in as you do at your other applications.',
  choose: 'Choose a new password. You are then signed out everywhere, and sign in with it.',
  password: 'New password',
  passwordHelp: '12 to 256 characters, not easy to guess',
  submit: 'Set the password',
  done: 'Your password is changed. Sign in with it.',
  again: 'Ask for another link',
  signIn: 'Back to the sign-in',
} as const
