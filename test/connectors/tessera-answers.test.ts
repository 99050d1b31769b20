import { expect, test } from 'vitest'
import type { Reply, Creation, Unit } from '../../src/connectors/adapter.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { parseExact } from '../../src/connectors/exact-json.ts'
import { hideSecrets, withoutSecrets } from '../../src/connectors/hide-secrets.ts'
import { showExchange } from '../../src/connectors/shown-exchange.ts'

const { tessera } = ADAPTERS
const UUID = '3b7c8e52-6f0a-4c1e-9d52-0f6f5f1f6f3a'
const CREATION: Creation = {
  reference: `tessera-1-2-3-${UUID}`,
  theirs: undefined,
  productType: 'GIFT_CARD',
  settings: { product: '7' },
  faceValue: { amount: '10.00', currency: 'USD' },
  units: 2,
  recipient: {},
  offer: {},
}
const ACCOUNT = {
  environment: 'live',
  secrets: { apiKey: 'tsk_ours', hmacSecret: 'b3Vycw==' },
  settings: { clientId: UUID, currency: 'USD' },
  now: Date.parse('2026-03-01T12:00:00Z'),
} as const
const ORDER = {
  id: 'o-1',
  clientReference: CREATION.reference,
  status: 'COMPLETED',
  currency: 'USD',
  totalAmount: 20,
}
const ITEM = { itemNo: 1, productId: 7, currency: 'USD', faceValue: 10, giftCardNumber: 'A' }

function answerOf(status: number, body: unknown): Reply {
  return { status, headers: {}, json: parseExact(JSON.stringify(body)) }
}

function readOrder(data: unknown, more: Partial<Creation> = {}) {
  return tessera.readLookUp(answerOf(200, { data }), { ...CREATION, ...more }, ACCOUNT)
}

test.each([
  ['a list with other references', [{ ...ORDER, clientReference: 'of somebody else' }]],
  ['an order whose id cannot be stored', { ...ORDER, id: 'o\u0000-1' }],
  ['an order without a status', { ...ORDER, status: undefined }],
])('%s says nothing about the purchase', (_, data) => {
  expect(readOrder(data)).toMatchObject({ is: 'unknown' })
})

test('an empty list means that there is no order, and so does a 404 for the order of a purchase', () => {
  const code = 'RESOURCE_NOT_FOUND'
  const placed = { ...CREATION, theirs: 'o-1' }

  expect(readOrder([])).toEqual({ is: 'notFound' })
  expect(tessera.readLookUp(answerOf(404, { error: { code } }), placed, ACCOUNT)).toEqual({
    is: 'notFound',
  })
  // A 404 of a server that is not Tessera says nothing about the order.
  expect(tessera.readLookUp(answerOf(404, {}), placed, ACCOUNT)).toMatchObject({ is: 'unknown' })
})

test.each([
  ['of another purchase', { clientReference: 'tessera-1-1-1-x' }],
  ['with another number', { id: 'o-0' }],
  ['in another currency', { currency: 'EUR' }],
  ['of more units', { itemCount: 3 }],
])('an order %s is left to a person', (_, order) => {
  expect(readOrder({ ...ORDER, ...order }, { theirs: 'o-1' })).toMatchObject({ is: 'odd' })
})

test.each([
  [
    'that charged a part of its two top-ups',
    'TOP_UP',
    { pricing: { chargedAmount: '10.00' } },
    'odd',
  ],
  ['that does not show the charge of two top-ups', 'TOP_UP', {}, 'odd'],
  ['that charged none of its top-ups', 'TOP_UP', { pricing: { chargedAmount: '0.00' } }, 'refused'],
  ['of gift cards', 'GIFT_CARD', {}, 'refused'],
] as const)('an order %s, and that they cancelled, is %4$s', (_, productType, order, is) => {
  const data = { ...ORDER, status: 'CANCELLED', ...order }

  expect(readOrder(data, { productType })).toMatchObject({ is })
})

test.each([
  ['in the place of another', { itemNo: 2 }],
  ['of another product', { productId: 8 }],
  ['of another face value', { faceValue: 9.99 }],
  ['in another currency', { currency: 'EUR' }],
])('an item %s is left to a person', (_, item) => {
  const response = answerOf(200, { data: [{ ...ITEM, ...item }] })

  expect(tessera.readCodes?.(response, CREATION)).toMatchObject({ odd: expect.any(String) })
})

test('an item is a unit as it was sent, with its last day', () => {
  const sent = { ...ITEM, faceValue: 10, expiresAt: '2031-01-01', giftCardNumber: '00012' }

  const units = tessera.readCodes?.(answerOf(200, { data: [sent] }), CREATION) as Unit[]

  expect(units).toMatchObject([{ number: '00012', expiresOn: '2030-12-31' }])
})

test.each([
  [400, 'refused'],
  [401, 'refused'],
  [402, 'refused'],
  [409, 'duplicate'],
  [429, 'busy'],
  [500, 'unknown'],
  // It may follow a commit.
  [503, 'unknown'],
])('a create that is answered with %i is %s', (status, is) => {
  const response = answerOf(status, { error: { code: 'SOME_CODE', message: 'no' } })

  expect(tessera.readCreate(response, CREATION, ACCOUNT)).toMatchObject({ is })
})

test('a create has the reference, the key and the instant that it is signed for', () => {
  const { headers, body } = tessera.create({ ...CREATION, minValidityDays: 30 }, ACCOUNT)

  expect(headers).toMatchObject({
    'idempotency-key': UUID,
    'x-request-id': UUID,
    'x-timestamp': '2026-03-01T12:00:00.000Z',
  })
  expect(JSON.stringify(body)).toContain(CREATION.reference)
  expect(body).toMatchObject({ items: [{ minValidityDays: expect.anything() }] })
})

test('the text of a supplier is passed on without our secrets', () => {
  const message = 'no key tsk_ours, nor b3Vycw==, is known'
  const response = answerOf(401, { error: { code: 'AUTHENTICATION_ERROR', message } })

  const result = withoutSecrets(tessera.readCreate(response, CREATION, ACCOUNT), ACCOUNT.secrets)

  expect(result).toMatchObject({
    is: 'refused',
    for: 'account',
    detail: '401 AUTHENTICATION_ERROR no key ***, nor ***, is known',
  })
})

test('a secret where a long text is cut off is hidden as a whole', () => {
  const message = `${'x'.repeat(173)}tsk_ours${'y'.repeat(200)}`
  const response = answerOf(401, { error: { code: 'SOME_CODE', message } })

  const result = withoutSecrets(tessera.readCreate(response, CREATION, ACCOUNT), ACCOUNT.secrets)

  expect(result).toMatchObject({ detail: expect.stringMatching(/x\*\*\*y+$/) })
  expect(JSON.stringify(result)).not.toContain('ts')
})

test.each([
  ['that begins with another one', 'no key ours-2', { a: 'ours', b: 'ours-2' }],
  ['in other letters', 'no key OURS', { a: 'ours' }],
  ['as in a URL', 'no key a%2Bb%3d%3D', { a: 'a+b==' }],
  ['with signs of patterns', 'no key $&(.*', { a: '$&(.*' }],
])('a secret %s is hidden as a whole', (_, text, secrets) => {
  expect(hideSecrets(text, secrets)).toBe('no key ***')
})

test('a request is shown without our secrets, even if a long answer is cut off within one', () => {
  const message = `${'x'.repeat(157)}tsk_ours`
  const response = answerOf(401, { code: 'no b3Vycw==', error: { message } })
  const call = tessera.create(CREATION, ACCOUNT)

  const exchange = showExchange(
    { for: 'create', call, at: ACCOUNT.now },
    { response, tookMs: 1 },
    ACCOUNT.secrets,
  )

  expect(exchange.response).toContain('"code":"no ***"')
  expect(exchange.response).toContain('"message":"xxx')
  expect(exchange.response).not.toContain('tsk')
})

test('a request is shown without numbers, however they are written', () => {
  const response = answerOf(400, { message: 'no 4915 1123\n4567-8, nor 12', pin4915112345678: 'x' })
  const outcome = { response, tookMs: 1, fault: 'of tsk_ours' }

  const exchange = showExchange(
    { for: 'create', call: tessera.create(CREATION, ACCOUNT), at: ACCOUNT.now },
    outcome,
    ACCOUNT.secrets,
  )

  expect(exchange.response).toBe('{"message":"no …, nor 12","pin…":"…"}')
  expect(exchange.fault).toBe('of ***')
})
