import {
  NO_NUMBERS,
  NO_STORED_CURRENCIES,
  NO_TEXTS,
  NO_TIMES,
  NO_TRANSFERS,
  PAGES,
  ZERO_BASED,
  type Bad,
} from './bad-parameters.ts'
import type { Ids } from './fixture.ts'

const CONTINUED: Bad = {
  after: [...NO_TRANSFERS, 'trf_2097151_1'],
  pageSize: PAGES['pageSize'] ?? [],
}

const NO_PAIRS = [...NO_TEXTS, 'team', ':hr']

const MOVEMENTS: Bad = {
  currency: NO_STORED_CURRENCIES,
  kind: ['', 'Deposit', 'order_fee', 'deposit,reversal', 'deposit%00', '__proto__'],
  reference: NO_TEXTS,
  metadata: NO_PAIRS,
  from: NO_TIMES,
  to: NO_TIMES,
  ...CONTINUED,
}

const NO_LINKS = ['', '7', 'lnk_', 'lnk_0', 'lnk_-1', 'trf_1_1', 'LNK_1']
const NO_EVENTS = ['', '7', 'evt_1', 'evt_2097151_1', 'evt_x_1', 'EVT_1_1', 'evt_1_1%00']

const STATEMENT = {
  bad: {
    currency: NO_STORED_CURRENCIES,
    from: [...NO_TIMES, '2026-02-01', '2026-03-01'],
    to: NO_TIMES,
    format: ['', 'CSV', 'xlsx', 'csv,json', 'csv%00'],
  },
  rest: 'currency=USD&from=2026-01-01&to=2026-02-01',
}

/** The lists of movements and deposits, and statements; and how their parameters can be bad. */
export const MOVEMENT_LISTS = {
  'GET /v2/links': {
    path: () => '/v2/links',
    bad: { metadata: NO_PAIRS, after: NO_LINKS, pageSize: PAGES['pageSize'] ?? [] },
  },
  'GET /v2/events': {
    path: () => '/v2/events',
    bad: {
      after: NO_EVENTS,
      pageSize: PAGES['pageSize'] ?? [],
      wait: [...NO_NUMBERS, '21', '1.5'],
    },
  },
  'GET /admin/v1/partners/{partnerId}/events': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/events`,
    bad: {
      from: NO_TIMES,
      to: NO_TIMES,
      type: ['', 'order', 'Order.completed', 'order.completed,case.opened', '__proto__'],
      subject: NO_TEXTS,
      after: NO_EVENTS,
      pageSize: PAGES['pageSize'] ?? [],
    },
  },
  'GET /v2/accounts/transactions': { path: () => '/v2/accounts/transactions', bad: MOVEMENTS },
  'GET /v2/accounts/statement': { path: () => '/v2/accounts/statement', ...STATEMENT },
  'GET /api/partner/v1/wallets/{walletId}/transactions': {
    path: ({ wallets }: Ids) => `/api/partner/v1/wallets/${wallets[0]}/transactions`,
    bad: { metadata: NO_PAIRS, ...ZERO_BASED },
  },
  'GET /admin/v1/partners/{partnerId}/transactions': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/transactions`,
    bad: MOVEMENTS,
  },
  'GET /admin/v1/partners/{partnerId}/statement': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/statement`,
    ...STATEMENT,
  },
  'GET /admin/v1/partners/{partnerId}/deposits': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/deposits`,
    bad: CONTINUED,
  },
}
