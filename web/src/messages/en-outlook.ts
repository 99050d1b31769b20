/** What an act will come to, loaded with the pages of the acts. */
export const outlookTexts = {
  creditLeaves: (amount: string) => `It can then spend ${amount}.`,
  creditBelow: (amount: string) =>
    `It can then spend nothing: ${amount}. Orders that are not delivered yet may wait.`,
  openOrders: (orders: string) =>
    orders === '1' ? '1 of its orders is open.' : `${orders} of its orders are open.`,
  openLinks: (links: string) =>
    links === '1' ? '1 of its links can be claimed.' : `${links} of its links can be claimed.`,
  pays: (face: string, price: string) => `For a face value of ${face}, ${price} is paid.`,
  paysFee: (fee: string) => `Each unit costs ${fee} more.`,
} as const
