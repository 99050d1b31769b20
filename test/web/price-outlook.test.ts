import { expect, test } from 'vitest'
import { priceOutlook } from '../../web/src/console/price-outlook.ts'

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
])('the effect of %o is shown for a face value that no currency rounds', (rule, said) => {
  // Between an amount and its currency no line is broken.
  expect(priceOutlook(rule)?.replaceAll('\u{a0}', ' ')).toBe(said)
})
