/** The texts of what waits for somebody, loaded with Overview. */
export const needsYouTexts = {
  title: 'Needs you',
  nothing: 'Nothing needs you',
  nothingText:
    'Orders that wait, approvals, cases, claims, alerts and low funds at suppliers are listed here.',
  orders: (orders: number, shown: string, status: string) =>
    orders === 1 ? `1 order is ${status}` : `${shown} orders are ${status}`,
  purchases: (purchases: number, shown: string, supplier: string) =>
    purchases === 1
      ? `1 purchase at ${supplier} waits for you to say what became of it`
      : `${shown} purchases at ${supplier} wait for you to say what became of them`,
  lowFunds: (supplier: string, days: number | undefined) =>
    days === undefined
      ? `Our funds at ${supplier} are low`
      : `Our funds at ${supplier} are low: they last ${lasting(days)}`,
  prices: (prices: number, shown: string) =>
    prices === 1
      ? '1 price of a supplier waits for you to accept'
      : `${shown} prices of suppliers wait for you to accept`,
  approval: (kind: string) => `An approval waits: ${kind}`,
  approvals: (shown: string) => `${shown} approvals wait`,
  cases: (cases: number, shown: string) =>
    cases === 1 ? '1 case waits for a decision' : `${shown} cases wait for a decision`,
  reviews: (claims: number, shown: string) =>
    claims === 1 ? '1 claim waits for a review' : `${shown} claims wait for a review`,
  alerts: (shown: string, severity: string) =>
    severity === 'critical' ? `${shown} critical alerts are open` : `${shown} warnings are open`,
}

function lasting(days: number): string {
  if (days === 0) return 'less than a day'
  return days === 1 ? '1 day' : `${days} days`
}
