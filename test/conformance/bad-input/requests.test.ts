import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, dataOf } from '../../support/service.ts'
import { CSV_HEADERS, faultOf, openFixture, send, type Fixture } from './fixture.ts'
import { expectRefused } from './refused.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

test('400 VALIDATION_ERROR naming Idempotency-Key: not a UUID, or sent twice', async () => {
  const key = randomUUID()
  const texts = `x 1 null ${key.replaceAll('-', '')} {${key}} ${key}0 ${key.slice(1)} "${key}"`
  const bad: (string | string[])[] = [
    ...texts.split(' '),
    '',
    `${key} ${key}`,
    `urn:uuid:${key}`,
    'g'.repeat(36),
    'k'.repeat(4_000),
    [key, randomUUID()],
    [key, key],
  ]
  const target = '/v2/orders'
  const body = JSON.stringify(anOrder({ productId: fixture.ids.products[0] }))
  await expectRefused(
    fixture,
    bad.map((value) => ({
      label: String(value).slice(0, 60),
      async fault() {
        const headers = { 'idempotency-key': value }
        const reply = await send(fixture, 'POST', { target, body, headers })
        return faultOf(reply, target, { status: 400, fields: ['Idempotency-Key'] })
      },
    })),
  )
})

test('403 AUTHORIZATION_ERROR: a download link with any fault in its query', async () => {
  const path = `/v2/orders/${fixture.ids.orderId}/fulfillments/export`
  const link = new URL(dataOf(await fixture.partner.get(path)).downloadUrl)
  expect(
    (await fixture.http.send({ method: 'GET', target: link.pathname + link.search })).status,
  ).toBe(200)
  const expires = link.searchParams.get('expires') ?? ''
  const signature = link.searchParams.get('signature') ?? ''
  const values = ['', '0', '-1', '1.5', '1e3', '1e400', 'NaN', '%00', '%zz', '%ff', '9'.repeat(400)]
  const queries = [
    '',
    '?',
    `?expires=${expires}`,
    `?signature=${signature}`,
    `?expires=${expires}&expires=${expires}&signature=${signature}`,
    `?expires=${expires}&signature=${signature}&signature=${signature}`,
    `?expires[]=${expires}&signature=${signature}`,
    `?__proto__=1&expires=${expires}`,
    ...values.map((value) => `?expires=${value}&signature=${signature}`),
    ...values.map((value) => `?expires=${expires}&signature=${value}`),
    ...values.map((value) => `?expires=${expires}${value}&signature=${signature}`),
    `?expires=${expires}&signature=${signature}A`,
    `?expires=${expires}&signature=${signature.toLowerCase()}x`,
  ].filter((query) => query !== link.search)
  await expectRefused(
    fixture,
    queries.map((query) => ({
      label: query.slice(0, 60),
      async fault() {
        const target = link.pathname + query
        const reply = await fixture.http.send({ method: 'GET', target })
        return faultOf(reply, target, { status: 403, code: 'AUTHORIZATION_ERROR' })
      },
    })),
  )
})

describe('a file of codes that cannot be read is refused, and nothing changes', () => {
  const files: [string, string | Buffer][] = [
    ['nothing', ''],
    ['blank lines', '\n\r\n\n'],
    ['a NUL', '\u0000'],
    ['JSON', '{"faceValue":10}'],
    ['UTF-16', Buffer.from('\uFEFFfaceValue,giftCardNumber\n10,A\n', 'utf16le')],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a])],
    ['a header in another case', 'FACEVALUE,GIFTCARDNUMBER\n10,A\n'],
    ['a header with semicolons', 'faceValue;giftCardNumber\n10;A\n'],
    ['a header with a column twice', 'faceValue,giftCardNumber,faceValue\n10,A,10\n'],
    ['a header with a prototype key', 'faceValue,giftCardNumber,__proto__\n10,A,1\n'],
    ['a header whose quote is open', '"faceValue,giftCardNumber\n10,A\n'],
    ['a line that is too long', `faceValue,giftCardNumber\n10,"${'A'.repeat(70_000)}"`],
    ['a quote within a field', 'faceValue,giftCardNumber\n10,A"B\n'],
    ['text after a quote', 'faceValue,giftCardNumber\n10,"A"B\n'],
  ]

  test('400 VALIDATION_ERROR, naming the column or the line', async () => {
    const target = `/admin/v1/products/${fixture.ids.vaultId}/codes`
    await expectRefused(
      fixture,
      files.map(([label, body]) => ({
        label,
        async fault() {
          const reply = await send(fixture, 'POST', { target, body, headers: CSV_HEADERS })
          const hasDetails = reply.body?.error?.details?.length > 0
          return hasDetails
            ? faultOf(reply, target, { status: 400 })
            : `names nothing: ${reply.text}`
        },
      })),
      // A refused import leaves its row and its data key.
      ['stock_imports', 'vault_keys', 'vault_key_wraps'],
    )
  })
})

describe('a GET with a body', () => {
  test.each(['/v2/accounts/balances', '/api/partner/v1/customer'])(
    '%s: refused, because the signature of a GET covers an empty body',
    async (target) => {
      const body = '{"page":7}'
      const headers = { 'content-length': String(body.length) }
      const reply = await send(fixture, 'GET', { target, body, headers })
      const isV2 = target.startsWith('/v2')
      const expected = { status: isV2 ? 401 : 403, code: 'AUTHENTICATION_ERROR' }
      expect(faultOf(reply, target, { ...expected, fields: ['x-body-hash'] })).toBeUndefined()
    },
  )
})
