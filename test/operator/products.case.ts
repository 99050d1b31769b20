import {
  NO_FLAGS,
  NO_STATUSES,
  NO_STORED_CURRENCIES,
  NO_TEXTS,
  PAGES,
} from '../conformance/bad-input/bad-parameters.ts'
import type { Endpoint } from '../conformance/bad-input/endpoints.ts'
import {
  also,
  amount,
  anyText,
  currency,
  entries,
  flag,
  line,
  notA,
  oneOf,
  optional,
  reason,
  required,
  type Kind,
} from '../conformance/bad-input/values.ts'
import type { Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/products'
const CARD = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 1,
  maxAmount: 1_000,
  supplier: 'generator',
}
const PHONE = { name: 'phone', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }
const FIXED = {
  denominationType: 'FIXED',
  fixedAmounts: [10, 25],
  minAmount: undefined,
  maxAmount: undefined,
}

/** Fields that every product has. A change leaves the fields that it does not name. */
const EVERY_PRODUCT: Readonly<Record<string, Kind>> = {
  brand: line(200),
  currency: currency(),
  denominationType: oneOf('FIXED', 'VARIABLE'),
  minAmount: amount(2),
  maxAmount: amount(2),
  supplier: oneOf('vault', 'generator', 'sandbox'),
  productType: optional(oneOf('GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT')),
  supplierSettings: optional(
    required(...notA('object'), JSON.stringify({ text: 'x'.repeat(4_100) })),
  ),
  suppliers: optional(
    required(
      ...notA('array'),
      '[]',
      // Beside a supplier.
      '[{"supplier":"vault"}]',
      ...entries('suppliers', 'null', '7', '"text"'),
    ),
  ),
  active: optional(flag()),
  test: optional(flag()),
  reason: optional(reason()),
}

function fixedAmounts(decimals: 0 | 2): Kind {
  return required(
    ...notA('array'),
    '[]',
    '[10,10]',
    '[10,1e1]',
    `[${Array.from({ length: 101 }, (_, at) => at + 1).join(',')}]`,
    ...entries('fixedAmounts', ...amount(decimals).bad.map(({ json }) => json)),
  )
}

/** Patterns that are not regular expressions of JavaScript, or cannot be matched in linear time. */
const BAD_PATTERNS = [
  '(',
  '[z-a]',
  'a)(b',
  '\\',
  '(?i)a',
  '(?P<n>a)',
  '\\z',
  '\\_',
  '(?=a)b',
].concat(
  ['(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '\\u0041', 'a{1001}', '(a{100}){100}'],
  '([a-z]{0,30}x){20}',
)

const RECIPIENT_FIELDS: Readonly<Record<string, Kind>> = {
  recipientFields: optional(
    required(
      ...notA('array'),
      ...entries('recipientFields', 'null', '7', '"text"', '[]'),
      JSON.stringify([PHONE, PHONE]),
      JSON.stringify(Array.from({ length: 21 }, (_, at) => ({ ...PHONE, name: `field${at}` }))),
    ),
  ),
  'recipientFields[0].name': line(100),
  'recipientFields[0].label': line(100),
  'recipientFields[0].pattern': also(
    anyText(500),
    ...BAD_PATTERNS.map((text) => JSON.stringify(text)),
  ),
  'recipientFields[0].required': flag(),
}

const card =
  (input: Json): Endpoint['body'] =>
  () => ({ ...CARD, ...input })
const WHOLE = card({
  productType: 'GIFT_CARD',
  supplierSettings: { outcome: 'issued' },
  active: true,
  reason: 'launch',
})

function eachOptional(fields: Readonly<Record<string, Kind>>): Record<string, Kind> {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, optional(kind)]))
}

export const PRODUCTS: OperatorCases = {
  'GET /admin/v1/products': {
    roles: 'admin finance operations support auditor',
    badQueries: {
      brand: NO_TEXTS,
      productType: NO_STATUSES,
      currency: NO_STORED_CURRENCIES,
      active: NO_FLAGS,
      ...PAGES,
    },
    commands: {
      'products list': '/products',
      'products list --brand N --type TOP_UP --currency usd --active':
        '/products?brand=N&productType=TOP_UP&currency=USD&active=true',
      'products list --no-active': '/products?active=false',
      'products list --sort brand': '/products?sort=brand',
    },
  },

  'GET /admin/v1/products/{productId}': {
    roles: 'admin finance operations support auditor',
    commands: { 'products show 3': '/products/3' },
  },

  'POST /admin/v1/products': {
    roles: 'admin operations',
    bodies: [
      { body: WHOLE, fields: EVERY_PRODUCT },
      {
        variant: 'with fixed amounts',
        body: card(FIXED),
        fields: { fixedAmounts: fixedAmounts(2) },
      },
      {
        variant: 'with fixed amounts in yen',
        body: card({ ...FIXED, currency: 'JPY' }),
        fields: { fixedAmounts: fixedAmounts(0) },
      },
      {
        variant: 'in dinars',
        body: card({ currency: 'KWD' }),
        fields: { minAmount: amount(3), maxAmount: amount(3) },
      },
      {
        variant: 'of a top-up',
        body: card({ productType: 'TOP_UP', recipientFields: [PHONE], supplier: 'sandbox' }),
        fields: RECIPIENT_FIELDS,
      },
    ],
    async audit({ admin }) {
      const reply = await admin.post(PATH, { ...CARD, supplier: 'vault', reason: 'launch' })
      const after = dataOf(reply)
      const target = `product:${after.productId}`
      return { reply, action: 'product.create', target, reason: 'launch', after }
    },
    commands: {
      ['products create --brand N --currency usd --fixed 5,12.50 --supplier vault --inactive' +
      ' --test']: [
        '/products',
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
    },
  },

  'PATCH /admin/v1/products/{productId}': {
    roles: 'admin operations',
    bodies: [
      { body: WHOLE, fields: eachOptional(EVERY_PRODUCT) },
      {
        variant: 'to a top-up',
        body: () => ({ productType: 'TOP_UP', recipientFields: [PHONE] }),
        fields: RECIPIENT_FIELDS,
      },
    ],
    prepareApproval: ({ ids }) => ({
      target: `${PATH}/${ids.vaultId}`,
      body: { supplier: 'generator' },
    }),
    async audit({ admin, product }) {
      const before = await product()
      const target = `${PATH}/${before.productId}`
      const reply = await admin.patch(target, { active: false, reason: 'recall' })
      return {
        reply,
        action: 'product.update',
        target: `product:${before.productId}`,
        reason: 'recall',
        before,
        after: { ...before, active: false },
      }
    },
    commands: {
      'products update 3 --min 1 --max 9 --active': [
        '/products/3',
        { denominationType: 'VARIABLE', minAmount: 1, maxAmount: 9, active: true },
      ],
      'products update 3 --supplier sandbox --supplier-settings {"outcome":"slow"}': [
        '/products/3',
        { supplier: 'sandbox', supplierSettings: { outcome: 'slow' } },
      ],
      'products update 3 --suppliers [{"supplier":"vault"},{"supplier":"generator"}]': [
        '/products/3',
        { suppliers: [{ supplier: 'vault' }, { supplier: 'generator' }] },
      ],
      'products update 3 --no-active': ['/products/3', { active: false }],
    },
  },
}
