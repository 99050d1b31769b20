import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namedSubject, partsOfAlert } from '../../web/src/format/alert-text.ts'

const ORDER = 'ord_01M86VEXW60000C000001'
const AT = '2026-11-26T15:04:05.678Z'

test.each([
  [
    `orders of Acme wait: 2 ON_HOLD; the oldest is ${ORDER}, placed ${AT}`,
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
    'signatures of partner:1 are wrong again and again, last from 127.0.0.1',
    ['signatures of ', { partnerId: 1 }, ' are wrong again and again, last from 127.0.0.1'],
  ],
  [
    'vault refuses product 7: 1 batches of 1 orders FAILED',
    ['vault refuses ', { productId: 7 }, ': 1 batches of 1 orders FAILED'],
  ],
  ['the database cannot archive 00000001 of its log', undefined],
])('the message %j is shown in parts', (message, parts) => {
  expect(partsOfAlert(message)).toEqual(parts ?? [message])
})

test.each([
  ['partner:6:USD', { partnerId: 6, further: 'USD' }],
  ['partner:6', { partnerId: 6 }],
  ['product:7:10.00', { productId: 7, further: '10.00' }],
  ['supplier:upstream/acme product:5', undefined],
  ['operator', undefined],
])('the subject %s has a name: %j', (subject, named) => {
  expect(namedSubject(subject)).toEqual(named)
})

test('the console names the alerts that only a person resolves, as the docs do', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  const byHand = [...docs.matchAll(/^\| \[`(\w+)`\].*\| by the operator \|$/gm)].map(
    ([, kind]) => kind,
  )
  const source = readFileSync('web/src/console/alerts.tsx', 'utf8')
  const [, listed = ''] = /RESOLVED_BY_HAND[^[]*\[\] = \[([^\]]*)\]/.exec(source) ?? []

  expect(byHand.length).toBeGreaterThan(0)
  expect([...listed.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)).toEqual(byHand)
})
