import { isoTime, systemClock } from '../../../src/core/mod.ts'
import type { Json } from '../../support/client.ts'
import type { Endpoint } from './endpoints.ts'
import { CONTENTS } from './content-endpoints.ts'
import { PRICES } from './price-endpoints.ts'
import {
  amount,
  anyText,
  anyTime,
  currency,
  flag,
  line,
  notA,
  oneOf,
  optional,
  reason,
  required,
  type Kind,
} from './values.ts'

const REASON = optional(reason())

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

/** Fields that every product has; what is not given stays as it is where a product is changed. */
const everyProduct: Readonly<Record<string, Kind>> = {
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
      ...within(['null', '7', '"text"'], 'suppliers[0]'),
    ),
  ),
  active: optional(flag()),
  test: optional(flag()),
  reason: REASON,
}

function within(values: readonly string[], field: string): { json: string; names: string }[] {
  return values.map((value) => ({ json: `[${value}]`, names: field }))
}

function fixedAmounts(decimals: 0 | 2): Kind {
  const bad = amount(decimals).bad.map(({ json }) => json)
  return required(
    ...notA('array'),
    '[]',
    '[10,10]',
    '[10,1e1]',
    `[${Array.from({ length: 101 }, (_, at) => at + 1).join(',')}]`,
    ...within(bad, 'fixedAmounts[0]'),
  )
}

/** Not regular expressions of JavaScript, or not of a kind that is read in linear time. */
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
  '(?<!a)b',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '\\u0041',
  'a{1001}',
  '(a{100}){100}',
  '([a-z]{0,30}x){20}',
]

const recipientFields: Readonly<Record<string, Kind>> = {
  recipientFields: optional(
    required(
      ...notA('array'),
      ...within(['null', '7', '"text"', '[]'], 'recipientFields[0]'),
      JSON.stringify([PHONE, PHONE]),
      JSON.stringify(Array.from({ length: 21 }, (_, at) => ({ ...PHONE, name: `field${at}` }))),
    ),
  ),
  'recipientFields[0].name': line(100),
  'recipientFields[0].label': line(100),
  'recipientFields[0].pattern': {
    ...anyText(500),
    bad: [...anyText(500).bad, ...BAD_PATTERNS.map((text) => ({ json: JSON.stringify(text) }))],
  },
  'recipientFields[0].required': flag(),
}

const create: Pick<Endpoint, 'route' | 'path'> = {
  route: 'POST /admin/v1/products',
  path: () => '/admin/v1/products',
}

const change: Pick<Endpoint, 'route' | 'path'> = {
  route: 'PATCH /admin/v1/products/{productId}',
  path: ({ products: [productId] }) => `/admin/v1/products/${productId}`,
}

function eachOptional(fields: Readonly<Record<string, Kind>>): Record<string, Kind> {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, optional(kind)]))
}

function card(input: Json = {}): () => Json {
  return () => ({ ...CARD, ...input })
}

const whole = {
  productType: 'GIFT_CARD',
  supplierSettings: { outcome: 'issued' },
  active: true,
  reason: 'launch',
}

export const CATALOG: readonly Endpoint[] = [
  { ...create, body: card(whole), fields: everyProduct },
  {
    ...create,
    variant: 'with fixed amounts',
    body: card(FIXED),
    fields: { fixedAmounts: fixedAmounts(2) },
  },
  {
    ...create,
    variant: 'with fixed amounts in yen',
    body: card({ ...FIXED, currency: 'JPY' }),
    fields: { fixedAmounts: fixedAmounts(0) },
  },
  {
    ...create,
    variant: 'in dinars',
    body: card({ currency: 'KWD' }),
    fields: { minAmount: amount(3), maxAmount: amount(3) },
  },
  {
    ...create,
    variant: 'of a top-up',
    body: card({ productType: 'TOP_UP', recipientFields: [PHONE], supplier: 'sandbox' }),
    fields: recipientFields,
  },
  { ...change, body: card(whole), fields: eachOptional(everyProduct) },
  {
    ...change,
    variant: 'to a top-up',
    body: () => ({ productType: 'TOP_UP', recipientFields: [PHONE] }),
    fields: recipientFields,
  },
  {
    route: 'PUT /admin/v1/fx-rates',
    path: () => '/admin/v1/fx-rates',
    body: () => ({
      rates: [{ from: 'SEK', to: 'NOK', rate: 1.05 }],
      effectiveAt: isoTime(systemClock.now() + 3_600_000),
      source: 'the bank',
      guard: true,
      reason: 'daily',
    }),
    fields: {
      rates: required(
        ...notA('array'),
        '[]',
        ...within(['null', '7', '"text"', '[]'], 'rates[0]'),
        '[{"from":"SEK","to":"NOK","rate":1},{"from":"SEK","to":"NOK","rate":2}]',
      ),
      'rates[0].from': currency(),
      'rates[0].to': { ...currency(), bad: [...currency().bad, { json: '"SEK"' }] },
      'rates[0].rate': required(
        ...notA('number').filter((json) => json !== '0.5'),
        ...'0 -0 -1 1e-9 1.123456789 1e15 1e300 1e400 -1e400 "1" 1234567890.1234567'.split(' '),
      ),
      effectiveAt: optional(anyTime()),
      source: optional(line(100)),
      guard: optional(flag()),
      reason: REASON,
    },
  },
  ...PRICES,
  ...CONTENTS,
]
