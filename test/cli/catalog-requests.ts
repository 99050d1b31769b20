import type { CommandCase } from '../operator/case.ts'

/** The commands of products, rates and stock, and the requests that they send. */
export const CATALOG_COMMANDS: readonly CommandCase[] = [
  [['products', 'list'], 'GET /products'],
  [['products', 'show', '3'], 'GET /products/3'],
  [
    ['products', 'create', '--brand', 'N', '--currency', 'usd', '--fixed', '5,12.50'].concat([
      '--supplier',
      'vault',
      '--inactive',
      '--test',
    ]),
    'POST /products',
    {
      brand: 'N',
      currency: 'USD',
      denominationType: 'FIXED',
      fixedAmounts: [5, 12.5],
      supplier: 'vault',
      active: false,
      test: true,
    },
  ],
  [
    ['products', 'update', '3', '--min', '1', '--max', '9', '--active'],
    'PATCH /products/3',
    { denominationType: 'VARIABLE', minAmount: 1, maxAmount: 9, active: true },
  ],
  [
    [
      'products',
      'update',
      '3',
      '--supplier',
      'sandbox',
      '--supplier-settings',
      '{"outcome":"slow"}',
    ],
    'PATCH /products/3',
    { supplier: 'sandbox', supplierSettings: { outcome: 'slow' } },
  ],
  [
    ['products', 'update', '3', '--suppliers', '[{"supplier":"vault"},{"supplier":"generator"}]'],
    'PATCH /products/3',
    { suppliers: [{ supplier: 'vault' }, { supplier: 'generator' }] },
  ],
  [['products', 'update', '3', '--no-active'], 'PATCH /products/3', { active: false }],
  [
    ['rates', 'set', 'usd', 'eur', '0.92'],
    'PUT /fx-rates',
    { rates: [{ from: 'USD', to: 'EUR', rate: 0.92 }], guard: true },
  ],
  [
    [
      'rates',
      'set',
      'USD',
      'EUR',
      '0.92',
      '--effective-at',
      '2026-01-31T12:00Z',
      '--source',
      'ECB',
    ],
    'PUT /fx-rates',
    {
      rates: [{ from: 'USD', to: 'EUR', rate: 0.92 }],
      effectiveAt: '2026-01-31T12:00Z',
      source: 'ECB',
      guard: true,
    },
  ],
  [['stock', 'list', '--low', '--page-size', '5'], 'GET /stock?low=true&pageSize=5'],
  [['stock', 'show', '3'], 'GET /products/3/stock'],
  [['stock', 'defaults'], 'GET /stock/defaults'],
  [
    ['stock', 'update', 'defaults', '--expiry-margin-seconds', '2592000'],
    'PATCH /stock/defaults',
    { expiryMarginSeconds: 2_592_000 },
  ],
  [
    ['stock', 'update', '3', '--expiry-margin-seconds', 'default'].concat([
      '--low-stock-threshold',
      '100',
      '--reason',
      'sells fast',
    ]),
    'PATCH /products/3/stock',
    { expiryMarginSeconds: null, lowStockThreshold: 100, reason: 'sells fast' },
  ],
]
