import { randomUUID } from 'node:crypto'
import { isoTime, PARTNER_ID_MAX, systemClock } from '../../../src/core/mod.ts'
import type { Endpoint } from './endpoints.ts'
import {
  amount,
  amountOrZero,
  anyTime,
  currency,
  integer,
  line,
  notA,
  oneOf,
  optional,
  orNull,
  reason,
  required,
  timeAhead,
  type Kind,
} from './values.ts'

const NO_CLIENTS = ['""', '"client"', `"${randomUUID()}"`, '"\\u0000"']
const PRODUCT_ID_MAX = 2 ** 31 - 1

/** A percentage from `min` to below 100, with four decimals at most. */
function percentage(min: string, ...also: readonly 'null'[]): Kind {
  return required(
    ...notA('number', ...also),
    ...`100 100.5 1e300 1e400 -1e400 1.00001 1e-5 "1" ${min}`.split(' '),
  )
}

const create: Pick<Endpoint, 'route' | 'path'> = {
  route: 'POST /admin/v1/price-rules',
  path: () => '/admin/v1/price-rules',
}

function inAnHour(): string {
  return isoTime(systemClock.now() + 3_600_000)
}

export const PRICES: readonly Endpoint[] = [
  {
    route: 'PUT /admin/v1/partners/{partnerId}/credit-limits',
    path: ({ partnerId }) => `/admin/v1/partners/${partnerId}/credit-limits`,
    body: () => ({ currency: 'USD', amount: 500, reason: 'contract' }),
    fields: { currency: currency(), amount: amountOrZero(2), reason: optional(reason()) },
  },
  {
    route: 'PUT /admin/v1/partners/{partnerId}/spend-limits',
    path: ({ partnerId }) => `/admin/v1/partners/${partnerId}/spend-limits`,
    body: ({ clientId }) => ({
      clientId,
      currency: 'USD',
      perDay: 500,
      perMonth: 5_000,
      reason: 'contract',
    }),
    fields: {
      clientId: optional(required(...notA('string'), ...NO_CLIENTS)),
      currency: currency(),
      perDay: orNull(amountOrZero(2)),
      perMonth: orNull(amountOrZero(2)),
      reason: optional(reason()),
    },
  },
  {
    route: 'POST /admin/v1/products/{productId}/lots/{lot}/costs',
    path: ({ products: [productId], lot }) => `/admin/v1/products/${productId}/lots/${lot}/costs`,
    body: () => ({
      currency: 'EUR',
      unitCost: 9.4,
      faceValue: 10,
      purchaseOrder: 'PO 7',
      supplier: 'Acme',
      effectiveAt: inAnHour(),
      reason: 'invoice',
    }),
    fields: {
      currency: currency(),
      unitCost: amountOrZero(2),
      faceValue: optional(amount(2)),
      purchaseOrder: optional(line(200)),
      supplier: optional(line(200)),
      effectiveAt: optional(anyTime()),
      corrects: optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      reason: optional(reason()),
    },
  },
  {
    ...create,
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
    ...create,
    variant: 'of a product in dinars',
    body: ({ products: [, , productId] }) => ({ productId, discountPercent: 1, feeAmount: 0.125 }),
    fields: {
      productId: optional(integer({ min: 1, max: PRODUCT_ID_MAX })),
      feeAmount: optional(amountOrZero(3)),
    },
  },
  {
    ...create,
    variant: 'of a brand',
    body: () => ({ brand: 'Northwind', discountPercent: 1 }),
    fields: { brand: optional(line(200)), discountPercent: percentage('-101') },
  },
  {
    route: 'POST /admin/v1/price-rules/{ruleNo}/end',
    path: ({ ruleNo }) => `/admin/v1/price-rules/${ruleNo}/end`,
    body: () => ({ effectiveAt: inAnHour(), reason: 'over' }),
    isBodyOptional: true,
    fields: { effectiveAt: optional(timeAhead()), reason: optional(reason()) },
  },
  {
    route: 'PUT /admin/v1/fx-spreads',
    path: () => '/admin/v1/fx-spreads',
    body: () => ({
      from: 'SEK',
      to: 'NOK',
      spreadPercent: 1.5,
      effectiveAt: inAnHour(),
      reason: 'margin',
    }),
    fields: {
      from: currency(),
      to: { ...currency(), bad: [...currency().bad, { json: '"SEK"' }] },
      spreadPercent: percentage('-0.0001', 'null'),
      effectiveAt: optional(timeAhead()),
      reason: optional(reason()),
    },
  },
]
