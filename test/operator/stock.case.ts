import { importCsv } from '../conformance/admin-v1/fixture.ts'
import { NO_FLAGS, NO_TEXTS, NO_UUIDS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { integer, line, optional, orNull, reason } from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const IMPORT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'
const FAULTY_CODES = 'faceValue,giftCardNumber\n10,EXAMPLE-2\nten,EXAMPLE-3\n'
const UNSET = { expiryMarginSeconds: null, lowStockThreshold: null }
const POLICY = {
  body: () => ({ expiryMarginSeconds: 60, lowStockThreshold: 5, reason: 'sells fast' }),
  fields: {
    expiryMarginSeconds: orNull(integer({ min: 0, max: 315_360_000 })),
    lowStockThreshold: orNull(integer({ min: 1, max: 1_000_000_000 })),
    reason: optional(reason()),
  },
}

export const STOCK: OperatorCases = {
  'GET /admin/v1/stock': {
    roles: 'admin finance operations support auditor',
    badQueries: { brand: NO_TEXTS, low: NO_FLAGS, ...PAGES },
    commands: {
      'stock list --low --page-size 5': '/stock?low=true&pageSize=5',
      'stock list --brand N': '/stock?brand=N',
      'stock list --sort -daysLeft': '/stock?sort=-daysLeft',
    },
  },

  'GET /admin/v1/products/{productId}/stock': {
    roles: 'admin finance operations support auditor',
    commands: { 'stock show 3': '/products/3/stock' },
  },

  'PATCH /admin/v1/products/{productId}/stock': {
    roles: 'admin operations',
    bodies: [POLICY],
    async audit({ admin, product }) {
      const { productId } = await product({ supplier: 'vault' })
      const change = { lowStockThreshold: 5, reason: 'sells fast' }
      const reply = await admin.patch(`/admin/v1/products/${productId}/stock`, change)
      return {
        reply,
        action: 'stock.update',
        target: `product:${productId}`,
        reason: 'sells fast',
        before: UNSET,
        after: { ...UNSET, lowStockThreshold: 5 },
      }
    },
    commands: {
      ['stock update 3 --expiry-margin-seconds default --low-stock-threshold 100' +
      ' --reason "sells fast"']: [
        '/products/3/stock',
        { expiryMarginSeconds: null, lowStockThreshold: 100, reason: 'sells fast' },
      ],
    },
  },

  'GET /admin/v1/stock/defaults': {
    roles: 'admin finance operations support auditor',
    commands: { 'stock defaults': '/stock/defaults' },
  },

  'PATCH /admin/v1/stock/defaults': {
    roles: 'admin operations',
    bodies: [POLICY],
    async audit({ admin }) {
      const reply = await admin.patch('/admin/v1/stock/defaults', { expiryMarginSeconds: 60 })
      const after = { ...UNSET, expiryMarginSeconds: 60 }
      return { reply, action: 'stock.update', target: 'stock', before: UNSET, after }
    },
    commands: {
      'stock update defaults --expiry-margin-seconds 2592000': [
        '/stock/defaults',
        { expiryMarginSeconds: 2_592_000 },
      ],
    },
  },

  'POST /admin/v1/products/{productId}/codes': {
    roles: 'admin operations',
    path: ({ vaultId }) => `/admin/v1/products/${vaultId}/codes`,
    file: 'faceValue,giftCardNumber\n',
    badQueries: {
      lot: [...NO_TEXTS, 'x'.repeat(65)],
      importId: NO_UUIDS,
      resume: NO_UUIDS,
      dryRun: ['', '1', 'TRUE', 'yes', 'true%00'],
    },
    isRefused: true,
    async audit(service) {
      const { productId } = await service.product({ supplier: 'vault' })
      const csv = 'faceValue,giftCardNumber\n10,AUDIT-1\n10,AUDIT-1\n10,=BAD\n'
      const reply = await importCsv(service, productId, csv)
      const { importId, lot } = dataOf(reply)
      const target = `product:${productId}`
      return { reply, action: 'codes.import', target, after: { importId, lot } }
    },
  },

  'GET /admin/v1/products/{productId}/imports': {
    roles: 'admin finance operations support auditor',
    path: ({ vaultId }) => `/admin/v1/products/${vaultId}/imports`,
    badQueries: { state: ['', 'done', 'RUNNING,DONE', 'DONE%00'], ...PAGES },
    commands: {
      'imports list 3 --page 2 --sort -startedAt': '/products/3/imports?sort=-startedAt&page=2',
      'imports list 3 --state FAILED': '/products/3/imports?state=FAILED',
    },
  },

  'GET /admin/v1/products/{productId}/imports/{importId}': {
    roles: 'admin finance operations support auditor',
    withoutPage: 'for scripts that wait for one; the list has all of it',
    commands: { [`imports show 3 ${IMPORT}`]: `/products/3/imports/${IMPORT}` },
  },

  'GET /admin/v1/products/{productId}/imports/{importId}/report': {
    roles: 'admin finance operations support auditor',
    async prepare(fixture) {
      const { vaultId } = fixture.foreign
      const { importId } = dataOf(await importCsv(fixture, vaultId, FAULTY_CODES))
      return { target: `/admin/v1/products/${vaultId}/imports/${importId}/report` }
    },
  },

  'POST /admin/v1/codes/find': {
    roles: 'admin operations support',
    bodies: [
      {
        body: ({ orderId }) => ({ code: 'NWC-1', orderId, reason: 'ticket 9' }),
        fields: {
          code: line(2_048),
          orderId: optional(line(21)),
          reason: optional(reason()),
        },
      },
    ],
    async audit(service) {
      const { productId } = await service.product({ supplier: 'vault' })
      const csv = 'faceValue,giftCardNumber\n10,LOOKED-UP-1\n'
      dataOf(await importCsv(service, productId, csv, '?lot=audited'))
      const body = { code: 'LOOKED-UP-1', reason: 'ticket 9' }
      const reply = await service.admin.post('/admin/v1/codes/find', body)
      const after = [{ productId, lot: 'audited', state: 'FREE' }]
      return { reply, action: 'code.find', target: 'codes', reason: 'ticket 9', after }
    },
  },
}
