import { randomUUID } from 'node:crypto'
import type { EndpointCase } from './endpoints.ts'
import {
  also,
  amount,
  anyText,
  currency,
  email,
  entries,
  flag,
  line,
  notA,
  oneOf,
  phone,
  optional,
  reason,
  required,
} from './values.ts'

const NO_OBJECTS = entries('recipients', 'null', '7', '"text"')
const LANGUAGES = required(...notA('string'), '"english"', '"d"')
const NO_PRODUCTS = entries('products', '"1"', '1999999999')

/** The routes of links and of wallet sessions. */
export const LINKS: readonly EndpointCase[] = [
  {
    route: 'POST /v2/links',
    body: ({ products: [productId] }) => ({
      reference: randomUUID(),
      currency: 'USD',
      amount: 10,
      products: [productId],
      claimBy: new Date(Date.now() + 1_000_000_000).toISOString(),
      locale: 'de',
      message: 'thank you',
      delivery: 'NONE',
      recipients: [
        {
          name: 'Ann',
          email: 'ann@example.com',
          amount: 10,
          reference: 'row 1',
          locale: 'en',
          metadata: { team: 'north' },
        },
      ],
    }),
    fields: {
      reference: anyText(255),
      currency: currency(),
      amount: optional(required(...notA('number'))),
      products: optional(required(...notA('array'), '[]', ...NO_PRODUCTS)),
      claimBy: optional(required(...notA('string'), '"tomorrow"', '"2001-01-01T00:00:00Z"')),
      locale: optional(LANGUAGES),
      message: optional(anyText(500)),
      delivery: optional(oneOf('NONE')),
      secondFactor: optional(oneOf('NONE')),
      reminders: optional(flag()),
      replyTo: optional(email()),
      recipients: required(...notA('array'), '[]', ...NO_OBJECTS),
      'recipients[0].name': optional(line(200)),
      'recipients[0].email': optional(email()),
      'recipients[0].phone': optional(phone()),
      'recipients[0].amount': optional(also(amount(2), '0.99')),
      'recipients[0].reference': optional(anyText(255)),
      'recipients[0].locale': optional(LANGUAGES),
      'recipients[0].metadata': optional(required(...notA('object'), '{"value":7}')),
    },
  },
  {
    route: 'POST /v2/links/{linkId}/replace',
    body: () => ({ email: 'ben@example.com' }),
    isBodyOptional: true,
    accepted: [200, 409],
    fields: { email: optional(email()), phone: optional(phone()) },
  },
  {
    route: 'POST /v2/links/{linkId}/cancel',
    body: () => ({ reason: 'sent by mistake' }),
    isBodyOptional: true,
    accepted: [200, 409],
    fields: { reason: optional(reason()) },
  },
  {
    route: 'POST /v2/wallet-sessions',
    body: ({ wallets: [walletId] }) => ({ walletId, locale: 'de' }),
    accepted: [201],
    fields: { walletId: required(...notA('string')), locale: optional(LANGUAGES) },
  },
]
