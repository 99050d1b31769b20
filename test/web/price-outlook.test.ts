import { expect, test } from 'vitest'
import { priceOutlook } from '../../web/src/console/price-outlook.ts'
import { comparePrices, type ComparedRule } from '../../web/src/console/price-today.ts'

test.each([
  [{ discountPercent: 2, currency: 'USD' }, 'For a face value of 100.00 USD, 98.00 USD is paid.'],
  [{ discountPercent: 2.5, currency: 'jpy' }, 'For a face value of 10,000 JPY, 9,750 JPY is paid.'],
  [{ discountPercent: 2.345 }, 'For a face value of 1,000,000, 976,550 is paid.'],
  [
    { discountPercent: -50, currency: 'USD' },
    'For a face value of 100.00 USD, 150.00 USD is paid.',
  ],
  [
    { feeAmount: 0.5, currency: 'USD' },
    'For a face value of 100.00 USD, 100.00 USD is paid. Each unit costs 0.50 USD more.',
  ],
  [{ currency: 'USD' }, undefined],
])('what %o comes to is said of a face value that no currency rounds', (rule, said) => {
  // Between an amount and its currency no line is broken.
  expect(priceOutlook(rule)?.replaceAll('\u{a0}', ' ')).toBe(said)
})

const NOW = '2026-11-29T12:00:00.000Z'
const BEFORE = '2026-11-01T00:00:00.000Z'
const AFTER = '2026-12-01T00:00:00.000Z'
const CARD = { productId: 5, brand: 'Acme', productType: 'GIFT_CARD', currency: 'USD' }
const OTHERS = { partnerId: 8, productId: 5, discountPercent: 9, effectiveAt: BEFORE }
const ALL = { discountPercent: 1, effectiveAt: BEFORE }
const OWN = { partnerId: 7, discountPercent: 5, effectiveAt: BEFORE }
const BRAND = { brand: 'Acme', discountPercent: 2, effectiveAt: BEFORE }
const IN_EUR = { ...OWN, currency: 'EUR', discountPercent: 7 }
const IN_USD = { ...OWN, currency: 'USD', discountPercent: 4, feeAmount: 0.25 }

test.each([
  ['no rule', [OTHERS], '100'],
  ['that of all partners', [ALL], '99'],
  ["the partner's own before that", [OWN, ALL], '95'],
  ['that of the brand before both', [OWN, ALL, BRAND], '98'],
  ['that of the currency, with its fee', [OWN, IN_EUR, IN_USD], '96.25'],
  ['none that is not in force yet', [{ ...OWN, effectiveAt: AFTER }, ALL], '99'],
  ['none that has ended', [{ partnerId: 7, effectiveAt: NOW }, OWN, ALL], '99'],
])('what a partner pays today is by %s', (_, rules, today) => {
  const typed = { partnerId: 7, productId: 5, discountPercent: 3 }
  const compared = comparePrices({ rules, typed, covered: CARD, nowMs: Date.parse(NOW) })
  expect(compared).toEqual({ face: 100, today, after: '97' })
})

test('a rule behind a more specific one changes nothing that is paid', () => {
  const typed = { partnerId: 7, discountPercent: 3 }
  const rules = [{ ...BRAND, partnerId: 7 }]
  const compared = comparePrices({ rules, typed, covered: CARD, nowMs: Date.parse(NOW) })
  expect(compared).toMatchObject({ today: '98', after: '98' })
})

test.each<[string, ComparedRule, ComparedRule[]]>([
  ['for all products', { partnerId: 7 }, [OWN, BRAND]],
  ['for a brand', { partnerId: 7, brand: 'Acme' }, [{ ...OWN, productId: 5 }]],
  ['without a currency', { partnerId: 7 }, [IN_USD]],
])('a rule %s is not compared where products have different rules', (_, typed, rules) => {
  const asked = { rules, typed: { ...typed, discountPercent: 3 }, covered: typed }
  expect(comparePrices({ ...asked, nowMs: Date.parse(NOW) })).toBeUndefined()
})
