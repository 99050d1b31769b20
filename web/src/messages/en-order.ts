/** The texts of the sheet of codes, and of carts that are filled again, in the portal. */
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

export const againTexts = {
  order: 'Order again',
  filled: (lines: string) =>
    lines === '1' ? '1 line was put into the cart.' : `${lines} lines were put into the cart.`,
  gone: (brands: string) => `No longer in the catalog, so left out: ${brands}.`,
  asks: (brands: string) => `Needs a recipient, so add it in the shop: ${brands}.`,
  cut: (lines: string) => `Only the first ${lines} lines of the order were taken over.`,
  saved: 'Saved carts',
  about:
    'Saved in this browser, for you alone: products, amounts and quantities, but no references ' +
    'and no recipients. In the cart, the current prices apply.',
  none: 'No cart is saved yet.',
  name: 'Name',
  save: 'Save this cart',
  replace: 'Replace the saved cart',
  full: (most: string) => `${most} carts are saved. Remove one first.`,
  noRoom: 'This browser has no room left to save it.',
  lines: (lines: string) => (lines === '1' ? '1 line' : `${lines} lines`),
  load: 'Put into the cart',
  loadNamed: (name: string) => `Put into the cart: ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
} as const
