/** A command of the operator, the request that it makes, and its body. */
export type CommandCase = readonly [argv: string[], request: string, body?: object]

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
  [['mails', 'list'], 'GET /mails'],
  [['mail-templates', 'list'], 'GET /mail-templates'],
  [
    ['mail-templates', 'show', '--partner', '3', '--language', 'de'],
    'GET /mail-templates/in-force?partnerId=3&language=de',
  ],
  [['mail-templates', 'preview'], 'GET /mail-templates/in-force'],
  [
    ['mail-templates', 'remove', '--language', 'de', '--reason', 'moved'],
    'POST /mail-templates/remove',
    { language: 'de', reason: 'moved' },
  ],
  [
    ['mails', 'list', '--partner', '3', '--consumer', '7', '--state', 'FAILED', '--unmasked'],
    'GET /mails?partnerId=3&consumerId=7&state=FAILED&unmasked=true',
  ],
  [['mails', 'list', '--after', '12.trf_3_7'], 'GET /mails?after=12.trf_3_7'],
  [['mails', 'show', 'trf_3_7'], 'GET /mails/trf_3_7'],
  [
    ['mails', 'resend', 'trf_3_7', '--reason', 'asked for'],
    'POST /mails/trf_3_7/resend',
    { reason: 'asked for' },
  ],
  [['mail-suppressions', 'list', '3'], 'GET /partners/3/mail-suppressions'],
  [
    ['mail-suppressions', 'remove', '3', '7', '--reason', 'mailbox is back'],
    'POST /partners/3/mail-suppressions/7/remove',
    { reason: 'mailbox is back' },
  ],
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
  [['spreads', 'set', '1.5'], 'PUT /fx-spreads', { spreadPercent: 1.5 }],
  [
    ['spreads', 'set', 'none', 'usd', 'EUR', '--reason', 'test'],
    'PUT /fx-spreads',
    { from: 'USD', to: 'EUR', spreadPercent: null, reason: 'test' },
  ],
  [['spreads', 'list'], 'GET /fx-spreads'],
  [
    ['prices', 'set', '--partner', '3', '--brand', 'Northwind', '--discount', '-2.5'],
    'POST /price-rules',
    { partnerId: 3, brand: 'Northwind', discountPercent: -2.5 },
  ],
  [
    ['prices', 'set', '--type', 'TOP_UP', '--currency', 'eur', '--fee', '0.15'],
    'POST /price-rules',
    { productType: 'TOP_UP', currency: 'EUR', feeAmount: 0.15 },
  ],
  [
    ['prices', 'set', '--product', '310', '--discount', '1', '--effective-at', '2026-12-01T00:00Z'],
    'POST /price-rules',
    { productId: 310, discountPercent: 1, effectiveAt: '2026-12-01T00:00Z' },
  ],
  [['prices', 'end', '7', '--reason', 'over'], 'POST /price-rules/7/end', { reason: 'over' }],
  [['prices', 'list', '--partner', '3'], 'GET /price-rules?partnerId=3'],
]
