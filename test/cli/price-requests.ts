import type { CommandCase } from '../operator/case.ts'

/** The commands of credit and spend limits, the price list, the spreads and some of the rates. */
export const PRICE_COMMANDS: readonly CommandCase[] = [
  [['reports', 'margin'], 'GET /reports/margin'],
  [
    ['reports', 'margin', '--from', '2026-01-01', '--by', 'brand,month', '--partner', '3'],
    'GET /reports/margin?from=2026-01-01&by=brand%2Cmonth&partnerId=3',
  ],
  [
    ['lots', 'cost', '310', 'spring', '9.40', 'eur', '--supplier', 'Acme', '--face-value', '10'],
    'POST /products/310/lots/spring/costs',
    { unitCost: 9.4, currency: 'EUR', supplier: 'Acme', faceValue: 10 },
  ],
  [
    [
      ['lots', 'cost', '310', 'spring', '9', 'EUR', '--corrects', '7', '--reason', 'misread'],
      ['--effective-at', '2026-01-31T12:00:00Z', '--dry-run'],
    ].flat(),
    'POST /products/310/lots/spring/costs?dryRun=true',
    {
      unitCost: 9,
      currency: 'EUR',
      corrects: 7,
      reason: 'misread',
      effectiveAt: '2026-01-31T12:00:00Z',
    },
  ],
  [['lots', 'costs', '310', 'spring'], 'GET /products/310/lots/spring/costs'],
  [
    ['credit-limits', 'set', '3', 'eur', '500.50', '--reason', 'contract'],
    'PUT /partners/3/credit-limits',
    { currency: 'EUR', amount: 500.5, reason: 'contract' },
  ],
  [['funds', '3'], 'GET /partners/3/funds'],
  [['deposits', 'list', '3', '--after', 'trf_3_7'], 'GET /partners/3/deposits?after=trf_3_7'],
  [
    [
      ['deposits', 'reverse', '3', 'eur', '5', '--reference', 'r', '--reason', 'twice'],
      ['--deposit', 'trf_3_7'],
    ].flat(),
    'POST /partners/3/reversals',
    { depositId: 'trf_3_7', currency: 'EUR', amount: 5, reference: 'r', reason: 'twice' },
  ],
  [['transactions', 'list', '3'], 'GET /partners/3/transactions'],
  [
    ['transactions', 'list', '3', '--kind', 'deposit', '--currency', 'EUR', '--page-size', '5'],
    'GET /partners/3/transactions?currency=EUR&kind=deposit&pageSize=5',
  ],
  [['credit-limits', 'list', '3'], 'GET /partners/3/credit-limits'],
  [
    ['spend-limits', 'set', '3', 'eur', '--per-day', '500.50', '--reason', 'contract'],
    'PUT /partners/3/spend-limits',
    { currency: 'EUR', perDay: 500.5, reason: 'contract' },
  ],
  [
    ['spend-limits', 'set', '3', 'EUR', '--client', 'c1', '--per-month', 'none'],
    'PUT /partners/3/spend-limits',
    { clientId: 'c1', currency: 'EUR', perMonth: null },
  ],
  [['spend-limits', 'list', '3'], 'GET /partners/3/spend-limits'],
  [['erasures', 'list'], 'GET /erasures'],
  [['reconciliations', 'list'], 'GET /reconciliations'],
  [
    ['reconciliations', 'show', '3', '--status', 'missing_here', '--page', '2'],
    'GET /reconciliations/3/items?status=missing_here&page=2',
  ],
  [
    ['rates', 'set', 'USD', 'EUR', '9.2', '--force', '--reason', 'new currency'],
    'PUT /fx-rates',
    { rates: [{ from: 'USD', to: 'EUR', rate: 9.2 }], reason: 'new currency' },
  ],
  [['rates', 'list'], 'GET /fx-rates'],
  [['rates', 'history'], 'GET /fx-rates/history'],
  [
    ['rates', 'history', 'usd', 'EUR', '--page', '2'],
    'GET /fx-rates/history?from=USD&to=EUR&page=2',
  ],
]
