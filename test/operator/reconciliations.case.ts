import { createHash } from 'node:crypto'
import {
  NO_CURRENCIES,
  NO_DAYS,
  NO_FLAGS,
  NO_LINES,
  NO_NUMBERS,
  NO_PARTNERS,
  NO_STATUSES,
  NO_STORED_CURRENCIES,
  NO_TEXTS,
  NO_TIMES,
  PAGES,
  type Bad,
} from '../conformance/bad-input/bad-parameters.ts'
import { anUnusedSupplier } from '../conformance/admin-v1/purchases.ts'
import { CSV_HEADERS } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/reconciliations'
const JANUARY = 'currency=USD&from=2026-01-01&to=2026-02-01'

const NO_FILES: Bad = {
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

async function reconcile({ admin }: RunningService, kind: string, more: Json = {}) {
  const days = { from: '2020-01-01', to: '2020-02-01' }
  const query = new URLSearchParams({ currency: 'EUR', ...days, ...more })
  const csv = 'reference,amount\nwire 0,1.00\n'
  const reply = await admin.post(`${PATH}/${kind}?${query.toString()}`, csv, CSV_HEADERS)
  return {
    reply,
    action: 'reconciliation.create',
    target: `reconciliation:${dataOf(reply).reconciliationId}`,
    after: {
      kind,
      ...more,
      currency: 'EUR',
      from: '2020-01-01T00:00:00.000Z',
      to: '2020-02-01T00:00:00.000Z',
      fileSha256: createHash('sha256').update(csv).digest('hex'),
      matched: 0,
      missing_here: 1,
      missing_there: 0,
      different_amount: 0,
      different_currency: 0,
    },
  }
}

export const RECONCILIATIONS: OperatorCases = {
  'GET /admin/v1/reconciliations': {
    roles: 'admin finance auditor',
    badQueries: PAGES,
    commands: {
      'reconciliations list': '/reconciliations',
      'reconciliations list --sort -madeAt': '/reconciliations?sort=-madeAt',
      'reconciliations list --kind deposits --from 2026-01-01 --to 2026-01-31':
        '/reconciliations?kind=deposits&from=2026-01-01&to=2026-01-31',
    },
  },
  'GET /admin/v1/reconciliations/{reconciliationId}': { roles: 'admin finance auditor' },

  'GET /admin/v1/reconciliations/{reconciliationId}/items': {
    roles: 'admin finance auditor',
    badQueries: { status: ['', 'MATCHED', 'missing', 'matched,missing_here'], ...PAGES },
    commands: {
      'reconciliations show 3 --status missing_here --page 2':
        '/reconciliations/3/items?status=missing_here&page=2',
    },
  },

  'POST /admin/v1/reconciliations/deposits': {
    roles: 'admin finance',
    query: JANUARY,
    file: 'reference,amount\nr,1\n',
    badQueries: { ...NO_FILES, partnerId: [...NO_PARTNERS, '2097151'] },
    audit: (service) => reconcile(service, 'deposits'),
  },

  'POST /admin/v1/reconciliations/purchases': {
    roles: 'admin finance',
    query: `${JANUARY}&supplier={supplier}`,
    file: 'reference,amount\nr,1\n',
    badQueries: { ...NO_FILES, supplier: [...NO_TEXTS, '%20', 'nobody', 'tillo:nobody'] },
    prepare: ({ ids }) => ({
      target: `${PATH}/purchases?${JANUARY}&supplier=${ids.supplier}`,
      body: 'reference,amount\nT-1,25.00\n',
      headers: CSV_HEADERS,
    }),
    async audit(service) {
      const supplier = await anUnusedSupplier(service)
      return await reconcile(service, 'purchases', { supplier })
    },
  },

  'GET /admin/v1/reports/margin': {
    roles: 'admin finance auditor',
    query: 'from=2026-01-01&to=2026-02-01',
    badQueries: {
      from: NO_DAYS,
      to: NO_DAYS,
      by: ['', 'Partner', 'partner,', ',brand', 'brand,brand', 'brand%20month', '%00', '__proto__'],
      partnerId: NO_PARTNERS,
    },
    commands: {
      'reports margin --sort -margin': '/reports/margin?sort=-margin',
      'reports margin --from 2026-01-01 --by brand,month --partner 3':
        '/reports/margin?from=2026-01-01&partnerId=3&by=brand%2Cmonth',
      'reports margin --to 2026-01-31': '/reports/margin?to=2026-01-31',
    },
  },

  'GET /admin/v1/reports/margin/orders': {
    roles: 'admin finance auditor',
    query: 'from=2026-01-01&to=2026-02-01',
    badQueries: {
      from: NO_DAYS,
      to: NO_DAYS,
      partnerId: NO_PARTNERS,
      brand: NO_TEXTS,
      productId: [...NO_NUMBERS, '0', '2147483648'],
      supplier: NO_TEXTS,
      month: ['', '2026', '2026-1', '2026-00', '2026-13', '2026-01-01', '26-01', '%00'],
      currency: NO_STORED_CURRENCIES,
      costCurrency: NO_STORED_CURRENCIES,
      costStatus: NO_STATUSES,
      ...PAGES,
    },
    commands: {
      'reports margin-orders --sort -units': '/reports/margin/orders?sort=-units',
      ['reports margin-orders --from 2026-01-01 --to 2026-01-31 --partner 3 --brand "Cafe Lumo"' +
      ' --product 7 --currency usd --cost-currency EUR --cost-status KNOWN']:
        '/reports/margin/orders?from=2026-01-01&to=2026-01-31&partnerId=3&brand=Cafe+Lumo' +
        '&productId=7&currency=USD&costCurrency=EUR&costStatus=KNOWN',
      'reports margin-orders --supplier tillo:main --month 2026-01 --page 2':
        '/reports/margin/orders?supplier=tillo%3Amain&month=2026-01&page=2',
    },
  },
}
