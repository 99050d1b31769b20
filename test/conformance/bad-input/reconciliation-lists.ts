import {
  NO_CURRENCIES,
  NO_FLAGS,
  NO_LINES,
  NO_NUMBERS,
  NO_TEXTS,
  NO_TIMES,
  PAGES,
  type Bad,
} from './bad-parameters.ts'
import { CSV_HEADERS, type Ids } from './fixture.ts'

const FILE: Bad = {
  currency: NO_CURRENCIES,
  from: [...NO_TIMES, '2026-02-01', '2026-03-01'].filter((text) => !text.startsWith('2026-0')),
  to: [...NO_TIMES, '2026-01-01', '2025-01-01'],
  referenceColumn: [...NO_LINES, 'Reference', 'amount%20'],
  amountColumn: [...NO_LINES, 'Amount', '__proto__'],
  currencyColumn: [...NO_LINES, 'Money', '__proto__'],
  decimalMark: ['', '.', ',', 'Point', 'point,comma'],
  negate: NO_FLAGS,
  fileName: NO_LINES,
}
const TIME = 'currency=USD&from=2026-01-01&to=2026-02-01'
const upload = { body: 'reference,amount\nr,1\n', headers: CSV_HEADERS }

/** Reconciliations, and how their parameters can be bad. */
export const RECONCILIATIONS = {
  'POST /admin/v1/reconciliations/deposits': {
    path: () => '/admin/v1/reconciliations/deposits',
    bad: { ...FILE, partnerId: [...NO_NUMBERS, '0', '2097152', '2097151'] },
    rest: TIME,
    upload,
  },
  'POST /admin/v1/reconciliations/purchases': {
    path: () => '/admin/v1/reconciliations/purchases',
    bad: { ...FILE, upstream: [...NO_TEXTS, '%20', 'nobody'] },
    rest: ({ upstreamName }: Ids) => `${TIME}&upstream=${upstreamName}`,
    upload,
  },
  'GET /admin/v1/erasures': {
    path: () => '/admin/v1/erasures',
    bad: { partnerId: [...NO_NUMBERS, '0', '2097152'], ...PAGES },
  },
  'GET /admin/v1/reconciliations': { path: () => '/admin/v1/reconciliations', bad: PAGES },
  'GET /admin/v1/reconciliations/{reconciliationId}/items': {
    path: ({ reconciliationId }: Ids) => `/admin/v1/reconciliations/${reconciliationId}/items`,
    bad: { status: ['', 'MATCHED', 'missing', 'matched,missing_here'], ...PAGES },
  },
}
