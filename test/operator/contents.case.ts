import { NO_NUMBERS, NO_PARTNERS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  currency,
  entries,
  inAnHour,
  integer,
  line,
  note,
  notA,
  oneOf,
  optional,
  orNull,
  reason,
  required,
  timeAhead,
} from '../conformance/bad-input/values.ts'
import { anImage } from '../support/images.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const RULES = '/admin/v1/assortment-rules'
const IMAGES = '/admin/v1/product-images'
const PNG = { 'content-type': 'image/png' }
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

export const CONTENTS: OperatorCases = {
  'GET /admin/v1/products/{productId}/content': {
    roles: 'admin finance operations support auditor',
  },

  'PATCH /admin/v1/products/{productId}/content': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({
          category: 'HOME',
          barcode: 'EAN_13',
          countries: ['DE'],
          images: [],
          locales: [GERMAN],
          removedLocales: ['fr'],
          reason: 'a shop opens',
        }),
        fields: {
          category: orNull(required(...oneOf('HOME').bad)),
          barcode: orNull(required(...oneOf('EAN_13').bad)),
          countries: optional(
            required(
              ...notA('array'),
              '["DE","DE"]',
              ...entries('countries', '"de"', '"XX"', '"EU"', '"DEU"', '""', '7', 'null'),
            ),
          ),
          images: optional(
            required(
              ...notA('array'),
              ...entries('images', '7', 'null', '"x"', `"${'0'.repeat(64)}.png"`),
            ),
          ),
          locales: optional(
            required(
              ...notA('array'),
              ...entries('locales', 'null', '7', '"text"', '[]'),
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
            required(...notA('array'), ...entries('removedLocales', '"deutsch"')),
          ),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin, product }) {
      const { productId } = await product()
      const path = `/admin/v1/products/${productId}/content`
      const before = dataOf(await admin.get(path))
      const change = { category: 'HOME', countries: ['DE'] }
      const reply = await admin.patch(path, { ...change, reason: 'a shop opens' })
      return {
        reply,
        action: 'product_content.update',
        target: `product:${productId}`,
        reason: 'a shop opens',
        before,
        after: { ...before, ...change },
      }
    },
  },

  'POST /admin/v1/product-images': {
    roles: 'admin operations',
    // The product has no image.
    isRefused: true,
    prepare: () => ({ target: IMAGES, body: anImage(), headers: PNG }),
    async audit({ admin }) {
      const reply = await admin.post(IMAGES, anImage(), PNG)
      const after = dataOf(reply)
      return { reply, action: 'image.upload', target: `image:${after.imageId}`, after }
    },
  },

  'GET /admin/v1/assortment-rules': {
    roles: 'admin finance operations auditor',
    badQueries: {
      partnerId: NO_PARTNERS,
      productId: [...NO_NUMBERS, '0', '2147483648'],
      ...PAGES,
    },
    commands: {
      'assortments list --partner 3 --sort -effectiveAt':
        '/assortment-rules?partnerId=3&sort=-effectiveAt',
      'assortments list --product 3': '/assortment-rules?productId=3',
    },
  },

  'POST /admin/v1/assortment-rules': {
    roles: 'admin finance',
    bodies: [
      {
        body: ({ partnerId }) => ({
          partnerId,
          productType: 'BILL_PAYMENT',
          currency: 'SEK',
          shown: false,
          effectiveAt: inAnHour(),
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
    ],
    async audit({ admin }) {
      const rule = { productType: 'TOP_UP', currency: 'KWD', shown: false }
      const reply = await admin.post(RULES, { ...rule, reason: 'contract 7' })
      const after = dataOf(reply)
      const entry = { target: `assortment_rule:${after.ruleNo}`, reason: 'contract 7', after }
      return { reply, action: 'assortment_rule.create', ...entry }
    },
    commands: {
      'assortments set no --partner 3 --type TOP_UP': [
        '/assortment-rules',
        { partnerId: 3, productType: 'TOP_UP', shown: false },
      ],
      'assortments set none --product 3 --reason over': [
        '/assortment-rules',
        { productId: 3, shown: null, reason: 'over' },
      ],
    },
  },
}
