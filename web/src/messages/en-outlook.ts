/** The texts about the result of an act before it is done, loaded with the pages of the acts. */
export const outlookTexts = {
  creditLeaves: (amount: string) => `It can then spend ${amount}.`,
  creditBelow: (amount: string) =>
    `It can then spend nothing: ${amount}. Orders that are not delivered yet may wait.`,
  spendToday: (rest: string, spent: string) =>
    `${rest} more can then be spent today (UTC), beside the ${spent} spent before.`,
  spendThisMonth: (rest: string, spent: string) =>
    `${rest} more can then be spent this month, beside the ${spent} spent before.`,
  spendNew: 'Spending counts from then on.',
  spendFree: 'Without an amount, this limit ends.',
  openOrders: (orders: string) =>
    orders === '1' ? '1 of its orders is open.' : `${orders} of its orders are open.`,
  openLinks: (links: string) =>
    links === '1' ? '1 of its links can be claimed.' : `${links} of its links can be claimed.`,
  pays: (face: string, price: string) => `For a face value of ${face}, ${price} is paid.`,
  paysFee: (fee: string) => `Each unit costs ${fee} more.`,
  wouldPay: ({ name, face, today, after }: ComparedPrice) =>
    `For ${face}, ${name} pays ${today} today and would pay ${after}.`,
  paysTheSame: ({ name, face, today }: ComparedPrice) =>
    `For ${face}, ${name} pays ${today} today and would pay the same.`,
  paysByRules: (name: string) => `What ${name} pays for one unit:`,
  todayAndThen: ({ face, now, next }: Steps) => `for ${face}, ${now} today and then ${next}`,
  everyPartner: 'It applies to every partner that no more specific rule covers.',
  products: (products: string) => (products === '1' ? '1 product:' : `${products} products:`),
  otherRules: (rules: string) =>
    rules === '1'
      ? 'and products with another rule or currency'
      : `and products with ${rules} other rules or currencies`,
} as const

/** The price of a face value, fees included. */
interface ComparedPrice {
  readonly name: string
  readonly face: string
  readonly today: string
  readonly after: string
}

interface Steps {
  readonly face: string
  readonly now: string
  readonly next: string
}
