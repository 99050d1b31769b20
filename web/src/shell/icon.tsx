/** Icons of the places by the last part of their address: lines in a square of 16. */
const LINES: Readonly<Record<string, string>> = {
  console:
    'M2.5 9h4.500V2.500H2.500zM9 6.500h4.500v-4H9zM9 13.500h4.500v-4.500H9zM2.5 13.500h4.500v-2H2.500z',
  portal: 'M2.5 7.5 8 2.500l5.5 5M4 6.500v7h8v-7M6.5 13.500v-4h3v4',
  trace: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.5 10.500l3 3',
  orders: 'M3.5 2.500h9v11l-2.25-1.5-2.25 1.5-2.25-1.5-2.25 1.500zM6 6h4M6 8.500h4',
  cases: 'M2.5 3.500h11v7.500H8L5 13.500V11H2.500zM5.5 7.200h5',
  approvals: 'M8 2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM5.8 8l1.6 1.6 3-3.2',
  'link-reviews':
    'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.5 10.500l3 3M5 7l1.500 1.500 2.500-3',
  alerts: 'M4 11.500V7a4 4 0 0 1 8 0v4.500zM2.5 11.500h11M6.8 13.800h2.4',
  requests: 'M2.5 5.500h9.500M9.5 3 12 5.5 9.5 8M13.5 10.500H4M6.5 8 4 10.5 6.5 13',
  mails: 'M2.5 3.500h11v9h-11zM2.5 4.5 8 9l5.5-4.5',
  partners: 'M3 13.500v-11h6v11M9 6h4v7.500M2 13.500h12M5 5.500h2M5 8h2M5 10.500h2',
  catalog:
    'M2.5 2.500h4.500V7H2.500zM9 2.500h4.500V7H9zM2.5 9h4.500v4.500H2.500zM9 9h4.500v4.500H9z',
  stock: 'M8 2 13.5 5v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6',
  suppliers: 'M2 4.500h7.500v6.500H2zM9.5 7h2.500l2 2v2H9.500M4.5 12.800v.1M11.5 12.800v.1',
  assortments: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  merchants: 'M2.5 6.500 4 2.500h8l1.5 4M2.5 6.500h11M3.5 6.500v7h9v-7M7 13.500V10h2.500v3.500',
  prices: 'M2.5 2.500H8l5.5 5.5-5.5 5.500L2.5 8zM5.5 5.500v.1',
  rates: 'M2.5 5h9M9 2.5 11.5 5 9 7.500M13.5 11h-9M7 8.5 4.5 11 7 13.5',
  reports: 'M2.5 2.500v11h11M5.5 11V8M8.5 11V5M11.5 11V7',
  reconciliations:
    'M8 2.500v11M3.5 4.500h9M2 9.500l1.7-5 1.7 5zM10.6 9.500l1.7-5 1.7 5zM5.5 13.500h5',
  ledger: 'M3.5 2.500h9v11h-9zM6 2.500v11M8 5.500h2.500M8 8h2.5',
  audit: 'M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M8 5v3.200l2.2 1.3',
  users:
    'M6 7.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.500c0-3 2-4 4.5-4s4.5 1 4.5 4M11 3a2.5 2.5 0 0 1 0 4.500M12.5 10c1.5.5 2 1.7 2 3.5',
  tokens: 'M5.5 10.500a3 3 0 1 0 0-5 3 3 0 0 0 0 5M8 8h6v2.500M11.5 8v2',
  erasures: 'M3 4.500h10M6 4.500v-2h4v2M4.5 4.500l.5 9h6l.5-9M7 7v4M9 7v4',
  keys: 'M3.5 7.500h9v6h-9zM5.5 7.500V5a2.5 2.5 0 0 1 5 0v2.500M8 10v1.2',
  settings: 'M2.5 4.500h5M10.5 4.500h3M9 3v3M2.5 11.500h3M8.5 11.500h5M7 10v3',
  shop: 'M3 5.500h10l.5 8h-11zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  cart: 'M1.5 2.500h2l1.7 7.500h7l1.3-5.500H4M6 13v.1M11.5 13v.1',
  links:
    'M7 9a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 9 3.500l-.8.8M9 7a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 7 12.500l.8-.8',
  people: 'M8 8a2.7 2.7 0 1 0 0-5.400A2.7 2.7 0 0 0 8 8M3 13.500c0-3 2.2-4 5-4s5 1 5 4',
  credits: 'M2.5 5h11v8h-11zM2.5 5l8-2.500V5M10.5 9h.1',
  'pay-in': 'M8 2.500v7M5 6.8 8 9.800l3-3M2.5 10.500v3h11v-3',
  movements: 'M2.5 5h9M9 2.5 11.5 5 9 7.500M13.5 11h-9M7 8.5 4.5 11 7 13.5',
  spending: 'M7 3.500a5.2 5.2 0 1 0 5.5 5.500H7zM9.5 6.500v-4a4 4 0 0 1 4 4z',
  credentials: 'M5.5 10.500a3 3 0 1 0 0-5 3 3 0 0 0 0 5M8 8h6v2.500M11.5 8v2',
  webhooks: 'M5.5 3.5 2 8l3.5 4.500M10.5 3.5 14 8l-3.5 4.5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  search: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.5 10.500l3 3',
}

/** A picture beside a word that says the same. */
export function Icon({ name }: { readonly name: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={LINES[name.slice(name.lastIndexOf('/') + 1)]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
