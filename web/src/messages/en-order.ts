/** The texts of the sheet of codes in the portal. */
export const sheetTexts = {
  open: 'Print the codes',
  title: (reference: string) => `Codes of ${reference}`,
  print: 'Print',
  close: 'Close the sheet',
  cards: (first: string, last: string, all: string) => `${first} – ${last} of ${all}`,
  previous: 'Previous cards',
  next: 'Next cards',
  barCode: 'Bar code number',
  expiresAt: 'No longer valid from',
  redeemAt: 'Redeem at',
} as const
