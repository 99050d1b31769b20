import {
  NO_NUMBERS,
  NO_STORED_CURRENCIES,
  NO_TEXTS,
  NO_TIMES,
  NO_TRANSFERS,
  PAGE_SIZE,
  ZERO_BASED,
  type Bad,
} from './bad-parameters.ts'

export const AFTER_TRANSFER: Bad = { after: [...NO_TRANSFERS, 'trf_2097151_1'], ...PAGE_SIZE }

const NO_PAIRS = [...NO_TEXTS, 'team', ':hr']

export const MOVEMENTS: Bad = {
  currency: NO_STORED_CURRENCIES,
  kind: ['', 'Deposit', 'order_fee', 'deposit,reversal', 'deposit%00', '__proto__'],
  reference: NO_TEXTS,
  metadata: NO_PAIRS,
  from: NO_TIMES,
  to: NO_TIMES,
  ...AFTER_TRANSFER,
}

const NO_LINKS = ['', '7', 'lnk_', 'lnk_0', 'lnk_-1', 'trf_1_1', 'LNK_1']
export const NO_EVENTS = ['', '7', 'evt_1', 'evt_2097151_1', 'evt_x_1', 'EVT_1_1', 'evt_1_1%00']

export const STATEMENT = {
  bad: {
    currency: NO_STORED_CURRENCIES,
    from: [...NO_TIMES, '2026-02-01', '2026-03-01'],
    to: NO_TIMES,
    format: ['', 'CSV', 'xlsx', 'csv,json', 'csv%00'],
    account: ['', 'LINKS', 'funds,links', 'promised', 'links%00'],
  },
  rest: 'currency=USD&from=2026-01-01&to=2026-02-01',
}

/** The lists of movements of partners and their statement, with bad values of each parameter. */
export const MOVEMENT_LISTS = {
  'GET /v2/links': {
    bad: { metadata: NO_PAIRS, after: NO_LINKS, ...PAGE_SIZE },
  },
  'GET /v2/events': {
    bad: { after: NO_EVENTS, wait: [...NO_NUMBERS, '21', '1.5'], ...PAGE_SIZE },
  },
  'GET /v2/accounts/transactions': { bad: MOVEMENTS },
  'GET /v2/accounts/statement': { ...STATEMENT },
  'GET /api/partner/v1/wallets/{walletId}/transactions': {
    bad: { metadata: NO_PAIRS, ...ZERO_BASED },
  },
}
