import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endOf, RESOLVED_BY_HAND } from '../../web/src/format/alert-kinds.ts'
import { partnerOrProductOf, partsOfAlert } from '../../web/src/format/alert-text.ts'
import { wordsOfAlert } from '../../web/src/format/alert-words.ts'

const ORDER = 'ord_01M86VEXW60000C000001'
const AT = '2026-11-26T15:04:05.678Z'

test.each([
  [
    `orders of Acme wait: 2 ON_HOLD; the oldest is ${ORDER}, placed ${AT}`,
    { subject: 'partner:1', details: { partnerId: 1, orderId: ORDER } },
    [
      'orders of Acme wait: 2 ',
      { status: 'ON_HOLD' },
      '; the oldest is ',
      { orderId: ORDER },
      ', placed ',
      { at: AT },
    ],
  ],
  [
    'signatures of partner 1 are wrong again and again, last from 127.0.0.1',
    { subject: 'partner:1', details: { address: '127.0.0.1' } },
    ['signatures of ', { partnerId: 1 }, ' are wrong again and again, last from 127.0.0.1'],
  ],
  // The form that earlier versions stored.
  [
    'signatures of partner:1 are wrong again and again, last from 127.0.0.1',
    { subject: 'partner:1', details: { address: '127.0.0.1' } },
    ['signatures of ', { partnerId: 1 }, ' are wrong again and again, last from 127.0.0.1'],
  ],
  [
    'vault refuses product 7: 1 batches of 1 orders FAILED',
    { subject: 'product:7:vault', details: { productId: 7 } },
    ['vault refuses ', { productId: 7 }, ': 1 batches of 1 orders FAILED'],
  ],
  [
    `whether acme has made an order is not known for 1 batches; the oldest is of ${ORDER}: lost`,
    { subject: 'supplier:tessera:acme', details: { order: ORDER } },
    [
      'whether acme has made an order is not known for 1 batches; the oldest is of ',
      { orderId: ORDER },
      ': lost',
    ],
  ],
])('the message %j is shown in parts', (message, about, parts) => {
  expect(partsOfAlert({ message, ...about })).toEqual(parts)
})

test.each([
  [
    `our account at acme has no funds: 402: partner 12 owes ${ORDER}, product 7`,
    { subject: 'supplier:tillo:acme', details: { account: 'acme', productId: 71 } },
  ],
  ['the database cannot archive 00000001 of its log', { subject: 'database', details: null }],
])('the message %j stays text, because its alert is about none of these ids', (message, about) => {
  expect(partsOfAlert({ message, ...about })).toEqual([message])
})

test('ids that a supplier sends stay text beside the id that the alert is about', () => {
  const message = 'acme does not respond for product 5: 503: product 12 of partner 3'
  const subject = 'supplier:tillo:acme product:5'
  const parts = partsOfAlert({ message, subject, details: { productId: 5 } })

  expect(parts).toEqual([
    'acme does not respond for ',
    { productId: 5 },
    ': 503: product 12 of partner 3',
  ])
})

test('an alert as plain text has words for states, partners, products and times', () => {
  const message = `product 5 of partner 3: 2 ON_HOLD, the oldest is ${ORDER}, placed ${AT}`
  const details = { partnerId: 3, productId: 5, orderId: ORDER }
  const words = wordsOfAlert({ kind: 'later', message, subject: 'operator', details })

  expect(words).toMatch(
    /^Product 5 of Partner 3: 2 on hold, the oldest is ord_\w+, placed Nov 26, /,
  )
})

test.each([
  ['partner:6:USD', { partnerId: 6, further: 'USD' }],
  ['partner:6', { partnerId: 6 }],
  ['product:7:10.00', { productId: 7, further: '10.00' }],
  ['supplier:tillo:acme product:5', undefined],
  ['operator', undefined],
])('the subject %s is the partner or product %j', (subject, found) => {
  expect(partnerOrProductOf(subject)).toEqual(found)
})

test('the console names the alerts that only a person resolves, as the docs do', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  const [, names = ''] = /cause is gone, except(.*?)which a person\s+resolves/su.exec(docs) ?? []
  const byHand = [...names.matchAll(/`(\w+)`/gu)].map(([, kind]) => kind)

  expect(byHand.length).toBeGreaterThan(0)
  expect(RESOLVED_BY_HAND).toEqual(byHand)
})

test.each([
  ['wrong_signatures', 'byHand'],
  ['webhook_disabled', 'once'],
  ['low_stock', 'byCheck'],
  ['of_a_later_version', 'byCheck'],
])('alerts of the kind %s end %s', (kind, end) => {
  expect(endOf(kind)).toBe(end)
})
