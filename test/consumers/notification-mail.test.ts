import { expect, test } from 'vitest'
import { composeMail, type CreditNews } from '../../src/consumers/notification-mail.ts'
import { minorUnits, storedCurrency } from '../../src/core/mod.ts'

const NEWS: CreditNews = {
  partnerId: 7,
  transferNo: 12,
  partnerName: 'Aurora',
  fullName: 'Maya',
  currency: storedCurrency('USD'),
  amountMinor: minorUnits(2_500n),
  newBalanceMinor: minorUnits(14_050n),
  description: 'thanks',
  walletUrl: undefined,
  unsubscribeUrl: undefined,
  creditedAt: Date.UTC(2026, 2, 14, 23, 59),
  resends: 0,
}

const TEXTS = {
  subject: '{{ partnerName }}: {{ amount }}',
  text:
    '{{ consumerName }}, {{ newBalance }} on {{ creditedOn }}' +
    '{% if description %}: {{ description }}{% endif %}',
}

function compose(news: Partial<CreditNews> = {}) {
  return composeMail({ ...NEWS, ...news }, 'maya@example.com', TEXTS)
}

test('a mail has the amounts with their currency, the day in UTC, and the description', () => {
  expect(compose()).toEqual({
    key: `credit.7.12.${NEWS.creditedAt}`,
    to: { name: 'Maya', address: 'maya@example.com' },
    subject: 'Aurora: 25.00 USD',
    text: 'Maya, 140.50 USD on 2026-03-14: thanks',
  })
})

test.each([undefined, '', ' \n'])(
  'the mail of a credit without a description has none: %j',
  (description) => {
    expect(compose({ description }).text).toBe('Maya, 140.50 USD on 2026-03-14')
  },
)

test('each credit has a key of its own, and so has each mail that is sent again', () => {
  const keys = [
    {},
    { partnerId: 8 },
    { transferNo: 13 },
    { creditedAt: NEWS.creditedAt + 1 },
    { resends: 1 },
    { resends: 2 },
  ].map((news) => compose(news).key)

  expect(new Set(keys).size).toBe(keys.length)
  expect(keys[4]).toBe(`${keys[0]}.1`)
})
