/** The texts of the merchants of the operator, loaded with their pages. */
export const merchantTexts = {
  title: 'Merchants',
  about: 'The shops that redeem the codes of your generator.',
  create: 'Add a merchant',
  createText: 'It can redeem codes once its till has a credential.',
  created: (name: string) => `${name} was added.`,
  name: 'Name',
  status: 'Status',
  createdAt: 'Created',
  expiresAt: 'Expires',
  empty: 'Add the first shop that redeems your codes.',
  disable: 'Disable',
  disableText: (name: string) =>
    `Requests of ${name} are refused at once. Authorized amounts go back to the cards when their ` +
    'authorizations expire.',
  disabled: 'The merchant is disabled.',
  enable: 'Enable',
  enableText: (name: string) => `${name} can redeem codes again.`,
  enabled: 'The merchant is enabled.',
  credentials: 'Credentials',
  credentialsText: 'Tills sign their requests with them.',
  issueText:
    'For one more till. To replace a credential, rotate it: the old one stays valid for a while.',
  once: 'Its secrets are shown once. Send them to the merchant over a secure channel.',
  calls: 'What it redeemed',
  callsText: 'Each call of its tills, newest first. Codes are not shown.',
  at: 'At',
  kind: 'Call',
  amount: 'Amount',
  reference: "The merchant's reference",
  reversed: 'Reversed',
  noCalls: 'The first call of its tills is listed here.',
}
