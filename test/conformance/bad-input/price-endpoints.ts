import { randomUUID } from 'node:crypto'
import type { Endpoint } from './endpoints.ts'
import {
  amount,
  amountOrZero,
  anyTime,
  currency,
  inAnHour,
  integer,
  line,
  notA,
  optional,
  orNull,
  reason,
  required,
} from './values.ts'

const NO_CLIENTS = ['""', '"client"', `"${randomUUID()}"`, '"\\u0000"']

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
]
