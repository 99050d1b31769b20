import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateAt, isoTime, signedHeadersV2, systemClock } from '../../src/core/mod.ts'
import type { Credentials, Reply } from '../support/client.ts'
import { anOrder, openService, type RunningService } from '../support/service.ts'
import { blocksOf, codeOf, readPage, sectionOf, tableOf } from './markdown.ts'
import { withoutTypes } from './signing-languages.ts'

type Sign = (
  credentials: Credentials,
  method: string,
  body?: string,
  now?: Date,
) => Record<string, string>

const PAGE = readPage('docs/signing.md')
const EXAMPLE = sectionOf(PAGE, 'A worked example')
const EXAMPLE_VALUES = new Map(tableOf(EXAMPLE).map(([name, value]) => [name, codeOf(value)]))
const CREDENTIALS: Credentials = {
  clientId: exampleValue('client id'),
  apiKey: exampleValue('API key'),
  hmacSecret: exampleValue('HMAC secret'),
}
const [GET_TEXT, GET_SIGNATURE, BODY, POST_TEXT, POST_SIGNATURE] = blocksOf(EXAMPLE, 'text')
const [GET_HASH, POST_HASH] = [GET_TEXT, POST_TEXT].map((text) => text?.split('\n').at(-1))

let dir: string
let sign: Sign
let service: RunningService

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tessera-signing-'))
  const file = join(dir, 'sign.mjs')
  writeFileSync(file, withoutTypes(blocksOf(sectionOf(PAGE, 'In code'), 'ts')[0] ?? ''))
  const module: { sign: Sign } = await import(pathToFileURL(file).href)
  sign = module.sign
  service = await openService({ funds: { USD: '100.00' } })
})
afterAll(async () => {
  await service.end()
  rmSync(dir, { recursive: true })
})

function exampleValue(name: string): string {
  const value = EXAMPLE_VALUES.get(name)
  if (!value) throw new Error(`the example gives no ${name}`)
  return value
}

test.each([
  ['GET', '', GET_TEXT, GET_SIGNATURE],
  ['POST', BODY, POST_TEXT, POST_SIGNATURE],
])(
  'the worked example: the text and the signature of a %s',
  (method, body = '', text, signature) => {
    const hash = createHash('sha256').update(body).digest('base64')
    const parts = [method, exampleValue('timestamp'), CREDENTIALS.clientId, hash]

    expect(text).toBe(parts.join('\n'))
    expect(signature).toBe(hmac(CREDENTIALS.hmacSecret, parts.join('\n')))
  },
)

test('the second signature: the text and the signature of the worked example', () => {
  const [, text = '', signature] = blocksOf(sectionOf(PAGE, 'The second signature'), 'text')
  const [version, method = '', target = '', timestamp = '', clientId, hash, key = '', nonce = ''] =
    text.split('\n')
  const body = Buffer.alloc(0)

  expect([version, clientId, hash]).toEqual(['v2', CREDENTIALS.clientId, GET_HASH])
  expect(signature).toBe(hmac(CREDENTIALS.hmacSecret, text))
  expect(
    signedHeadersV2(CREDENTIALS, { method, target, timestamp, idempotencyKey: key, nonce, body }),
  ).toMatchObject({ 'x-nonce': nonce, 'x-signature-v2': signature })
})

test('the hash of an empty body is the one in the page', () => {
  const hash = createHash('sha256').update('').digest('base64')

  expect(GET_HASH).toBe(hash)
  expect(EXAMPLE).toContain(`\`${hash}\` is the SHA-256 of zero bytes`)
})

test('the JavaScript signs the worked example as the page does', () => {
  const now = new Date(exampleValue('timestamp'))

  expect(sign(CREDENTIALS, 'POST', BODY, now)).toEqual({
    'x-api-key': CREDENTIALS.apiKey,
    'x-client-id': CREDENTIALS.clientId,
    'x-timestamp': exampleValue('timestamp'),
    'x-body-hash': POST_HASH,
    'x-signature': POST_SIGNATURE,
  })
  expect(sign(CREDENTIALS, 'GET', undefined, now)['x-signature']).toBe(GET_SIGNATURE)
})

test('the service accepts what the JavaScript signs, and each header is in the table', async () => {
  const { productId } = await service.product()
  const order = JSON.stringify(anOrder({ productId }))
  const signed = sign(service.partner.credentials, 'POST', order)

  const placed = await send('POST', '/v2/orders', {
    headers: { ...signed, 'content-type': 'application/json' },
    body: order,
  })
  const read = await send('GET', '/v2/accounts/balances', {
    headers: sign(service.partner.credentials, 'GET'),
  })

  expect([placed.status, read.status]).toEqual([201, 200])
  const rows = tableOf(PAGE).map(([header]) => codeOf(header))
  expect(rows).toEqual(Object.keys(signed))
})

test('the response to each common mistake is as the page says', async () => {
  const answers = []
  for (const [mistake, headers] of Object.entries(mistakes())) {
    const reply = await send('GET', '/v2/accounts/balances', { headers })
    answers.push([mistake, 401, saysOf(reply)])
  }

  const rows = tableOf(sectionOf(PAGE, 'Common mistakes'))
  expect(answers).toEqual(rows.map(([mistake, says]) => [mistake, 401, codeOf(says)]))
})

test('the timestamp may differ as far as the page says, and no further', async () => {
  const answers = await Promise.all(
    [-280, 280, -320, 320].map((seconds) => {
      const headers = sign(service.partner.credentials, 'GET', '', secondsFromNow(seconds))
      return send('GET', '/v2/accounts/balances', { headers })
    }),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401])
  expect(answers.slice(2).map(saysOf)).toEqual([
    expect.stringMatching(/^x-timestamp is 3\d\d s behind the server's time \d{4}-.*Z;/),
    expect.stringMatching(/^x-timestamp is 3\d\d s ahead of the server's time \d{4}-.*Z;/),
  ])
})

function secondsFromNow(seconds: number): Date {
  return dateAt(systemClock.now() + seconds * 1_000)
}

/** Returns the headers of a request for each mistake, without any other mistake. */
function mistakes(): Record<string, Record<string, string>> {
  const { credentials } = service.partner
  const { hmacSecret, apiKey } = credentials
  const right = sign(credentials, 'GET')
  const parts = ['GET', right['x-timestamp'] ?? '', credentials.clientId, GET_HASH ?? '']
  const signedAs = (signature: string) => ({ ...right, 'x-signature': signature })
  const { 'x-body-hash': _, ...unhashed } = right
  return {
    'The secret is decoded from Base64 before it keys the HMAC': signedAs(
      hmac(Buffer.from(hmacSecret, 'base64'), parts.join('\n')),
    ),
    'The parts are joined by CR LF, or a line feed ends the text': signedAs(
      hmac(hmacSecret, parts.join('\r\n')),
    ),
    'The clock is read twice: once to sign, once for the header': {
      ...right,
      'x-timestamp': isoTime(secondsFromNow(1)),
    },
    'The method is signed in lower case': signedAs(
      hmac(hmacSecret, ['get', ...parts.slice(1)].join('\n')),
    ),
    'The API key and the secret are of different credentials': {
      ...right,
      'x-api-key': `${apiKey.slice(0, -1)}${apiKey.endsWith('A') ? 'E' : 'A'}`,
    },
    'The body is serialized twice: once to hash, once to send': sign(credentials, 'GET', '{}'),
    'The header of the hash is left out, because there is no body': unhashed,
    'The signature is written in hex': signedAs(
      Buffer.from(right['x-signature'] ?? '', 'base64').toString('hex'),
    ),
    'The time has an offset in place of `Z`': {
      ...right,
      'x-timestamp': (right['x-timestamp'] ?? '').replace('Z', '+00:00'),
    },
  }
}

function hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

/** Returns the header that a response names and its fault, or the message if it names none. */
function saysOf({ body: { error } }: Reply): string {
  const [named] = error.details ?? []
  return named ? `${named.field} ${named.message}` : error.message
}

function send(
  method: string,
  target: string,
  sent: { headers: Record<string, string>; body?: string },
): Promise<Reply> {
  return service.http.send({ method, target, ...sent })
}
