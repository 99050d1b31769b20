import type { Endpoint } from './endpoints.ts'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import {
  timeAhead,
  currency,
  integer,
  line,
  note,
  notA,
  oneOf,
  optional,
  orNull,
  reason,
  required,
} from './values.ts'

const GERMAN = {
  locale: 'de',
  name: 'Gutschein',
  description: 'Für alle Läden',
  terms: 'Keine Barauszahlung.',
  redemptionSteps: ['Code eingeben'],
  validity: '36 Monate',
  balanceCheckUrl: 'https://shop.example.com/balance',
}

const NO_LOCALES = ['""', '"deutsch"', '"d"', '"de_DE"', '"1"', `"${'a'.repeat(13)}"`]
const NO_ADDRESSES = ['""', '"shop"', '"http://a.example"', '"javascript:1"', '"https://a:b@c.de"']

/** The routes of contents and assortments. */
export const CONTENTS: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/assortment-rules',
    path: () => '/admin/v1/assortment-rules',
    body: ({ partnerId }) => ({
      partnerId,
      productType: 'BILL_PAYMENT',
      currency: 'SEK',
      shown: false,
      effectiveAt: isoTime(systemClock.now() + 3_600_000),
      reason: 'contract',
    }),
    fields: {
      partnerId: optional(integer({ min: 1, max: 2_097_151 })),
      productType: optional(oneOf('BILL_PAYMENT')),
      currency: optional(currency()),
      shown: required(...notA('boolean', 'null'), '"true"', '0'),
      effectiveAt: optional(timeAhead()),
      reason: optional(reason()),
    },
  },
  {
    route: 'PATCH /admin/v1/products/{productId}/content',
    path: ({ products: [productId] }) => `/admin/v1/products/${productId}/content`,
    body: () => ({
      category: 'HOME',
      countries: ['DE'],
      images: [],
      locales: [GERMAN],
      removedLocales: ['fr'],
      reason: 'a shop opens',
    }),
    fields: {
      category: orNull(required(...oneOf('HOME').bad)),
      countries: optional(
        required(
          ...notA('array'),
          '["DE","DE"]',
          ...['"de"', '"XX"', '"EU"', '"DEU"', '""', '7', 'null'].map((json) => ({
            json: `[${json}]`,
            names: 'countries[0]',
          })),
        ),
      ),
      images: optional(
        required(
          ...notA('array'),
          ...['7', 'null', '"x"', `"${'0'.repeat(64)}.png"`].map((json) => ({
            json: `[${json}]`,
            names: 'images[0]',
          })),
        ),
      ),
      locales: optional(
        required(
          ...notA('array'),
          ...['null', '7', '"text"', '[]'].map((json) => ({
            json: `[${json}]`,
            names: 'locales[0]',
          })),
          JSON.stringify([GERMAN, GERMAN]),
        ),
      ),
      'locales[0].locale': required(...notA('string'), ...NO_LOCALES),
      'locales[0].name': line(200),
      'locales[0].description': optional(note(20_000)),
      'locales[0].terms': optional(note(20_000)),
      'locales[0].redemptionSteps': optional(
        required(...notA('array'), JSON.stringify(Array.from({ length: 21 }, () => 'step'))),
      ),
      'locales[0].redemptionSteps[0]': line(1_000),
      'locales[0].validity': optional(line(200)),
      'locales[0].balanceCheckUrl': optional(required(...notA('string'), ...NO_ADDRESSES)),
      removedLocales: optional(
        required(...notA('array'), { json: '["deutsch"]', names: 'removedLocales[0]' }),
      ),
      reason: optional(reason()),
    },
  },
]
