import { PARTNER_ID_MAX } from '../../src/core/mod.ts'
import {
  NO_AMOUNTS,
  NO_NUMBERS,
  NO_PARTNERS,
  PAGES,
} from '../conformance/bad-input/bad-parameters.ts'
import {
  amountOrZero,
  currency,
  inAnHour,
  integer,
  line,
  oneOf,
  optional,
  percentage,
  reason,
  timeAhead,
} from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/price-rules'
const PRODUCT_ID_MAX = 2 ** 31 - 1

export const PRICE_RULES: OperatorCases = {
  'GET /admin/v1/price-rules': {
    roles: 'admin finance operations auditor',
    badQueries: {
      partnerId: NO_PARTNERS,
      productId: [...NO_NUMBERS, '0', '2147483648'],
      ...PAGES,
    },
    commands: {
      'prices list --partner 3 --sort -effectiveAt': '/price-rules?partnerId=3&sort=-effectiveAt',
      'prices list --product 3': '/price-rules?productId=3',
    },
  },

  'GET /admin/v1/partners/{partnerId}/price-comparison': {
    roles: 'admin finance operations auditor',
    query: 'discountPercent=1.5',
    badQueries: {
      productId: [...NO_NUMBERS, '0', '2147483648'],
      brand: ['', '%00', 'x'.repeat(256)],
      productType: ['', 'CAR', 'gift_card', '__proto__'],
      currency: ['', 'XXX', '%00'],
      discountPercent: ['', 'abc', '1.00001', '+1', '1e1', '100', '-100.0001', '1000'],
      feeAmount: NO_AMOUNTS,
    },
    commands: {
      'prices compare 3 --brand Northwind --discount -2.5':
        '/partners/3/price-comparison?brand=Northwind&discountPercent=-2.5',
      'prices compare 3 --product 7 --fee 1':
        '/partners/3/price-comparison?productId=7&feeAmount=1',
      'prices compare 3 --type TOP_UP --currency EUR --fee 1':
        '/partners/3/price-comparison?productType=TOP_UP&currency=EUR&feeAmount=1',
    },
  },

  'POST /admin/v1/price-rules': {
    roles: 'admin finance',
    bodies: [
      {
        body: ({ partnerId }) => ({
          partnerId,
          productType: 'GIFT_CARD',
          currency: 'USD',
          discountPercent: 1.5,
          feeAmount: 0.25,
          effectiveAt: inAnHour(),
          reason: 'contract',
        }),
        fields: {
          partnerId: optional(integer({ min: 1, max: PARTNER_ID_MAX })),
          productType: optional(oneOf('GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT')),
          currency: currency(),
          discountPercent: optional(percentage('-100.0001')),
          feeAmount: optional(amountOrZero(2)),
          effectiveAt: optional(timeAhead()),
          reason: optional(reason()),
        },
      },
      {
        variant: 'of a product in dinars',
        body: ({ products: [, , productId] }) => ({
          productId,
          discountPercent: 1,
          feeAmount: 0.125,
        }),
        fields: {
          productId: optional(integer({ min: 1, max: PRODUCT_ID_MAX })),
          feeAmount: optional(amountOrZero(3)),
        },
      },
      {
        variant: 'of a brand',
        body: () => ({ brand: 'Northwind', discountPercent: 1 }),
        fields: { brand: optional(line(200)), discountPercent: percentage('-101') },
      },
    ],
    async audit({ admin }) {
      const rule = { productType: 'TOP_UP', currency: 'KWD', feeAmount: 0.125 }
      const reply = await admin.post(PATH, { ...rule, reason: 'contract 7' })
      const after = dataOf(reply)
      const entry = { target: `price_rule:${after.ruleNo}`, reason: 'contract 7', after }
      return { reply, action: 'price_rule.create', ...entry }
    },
    commands: {
      'prices set --partner 3 --brand Northwind --discount -2.5': [
        '/price-rules',
        { partnerId: 3, brand: 'Northwind', discountPercent: -2.5 },
      ],
      'prices set --type TOP_UP --currency eur --fee 0.15': [
        '/price-rules',
        { productType: 'TOP_UP', currency: 'EUR', feeAmount: 0.15 },
      ],
      'prices set --product 310 --discount 1 --effective-at 2026-12-01T00:00Z': [
        '/price-rules',
        { productId: 310, discountPercent: 1, effectiveAt: '2026-12-01T00:00Z' },
      ],
    },
  },

  'POST /admin/v1/price-rules/{ruleNo}/end': {
    roles: 'admin finance',
    bodies: [
      {
        body: () => ({ effectiveAt: inAnHour(), reason: 'over' }),
        isBodyOptional: true,
        fields: { effectiveAt: optional(timeAhead()), reason: optional(reason()) },
      },
    ],
    async audit({ admin }) {
      const { ruleNo } = dataOf(await admin.post(PATH, { discountPercent: 1 }))
      const reply = await admin.post(`${PATH}/${ruleNo}/end`, { reason: 'over' })
      const after = dataOf(reply)
      const entry = { target: `price_rule:${after.ruleNo}`, reason: 'over', after }
      return { reply, action: 'price_rule.end', ...entry }
    },
    commands: { 'prices end 7 --reason over': ['/price-rules/7/end', { reason: 'over' }] },
  },
}
