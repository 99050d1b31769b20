import { createHash, createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, tessera, type Outcome } from './fixture.ts'

const SECRET = 'dGVzc2VyYSBleGFtcGxlIHNlY3JldCwgbm90IHJlYWw='
const CLIENT_ID = '0f8b6f0e-2d4c-4f6b-9a53-7d1f0c9e4b21'
const OTHER_ID = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'
const API_KEY = 'tsk_dGVzc2VyYSBleGFtcGxlIGtleSwgMzIgYnl0ZXMgb2s'
const TIMESTAMP = '2026-01-31T12:00:00.000Z'
const TARGET = '/v2/orders?dry=1'
const BODY = '{"clientReference": "café", "currency":"USD", "items":[]}\n'
const HASH = hashOf(BODY)

function hashOf(text: string, encoding: 'base64' | 'hex' = 'base64'): string {
  return createHash('sha256').update(text).digest(encoding)
}

interface SigningOptions {
  readonly key?: string | Buffer
  readonly separator?: string
}

function sign(
  parts: readonly string[],
  { key = SECRET, separator = '\n' }: SigningOptions = {},
): string {
  return createHmac('sha256', key).update(parts.join(separator)).digest('base64')
}

const PARTS = ['POST', TIMESTAMP, CLIENT_ID, HASH]
const RIGHT = {
  'x-api-key': API_KEY,
  'x-client-id': CLIENT_ID,
  'x-timestamp': TIMESTAMP,
  'x-body-hash': HASH,
  'x-signature': sign(PARTS),
}

type Headers = Partial<typeof RIGHT>

async function verify(headers: Headers, ...args: readonly string[]): Promise<Outcome> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  return await tessera(['verify-signature', 'post', TARGET, '-d', '-', ...headerArgs, ...args], {
    environment: { TESSERA_HMAC_SECRET: SECRET, TESSERA_CLIENT_ID: CLIENT_ID },
    stdin: BODY,
  })
}

/** Returns headers whose signature covers changed parts; `headers` replace correct ones. */
const withSignedParts = (
  changes: readonly [at: number, text: string][],
  headers: Headers = {},
): Headers => {
  const parts = [...PARTS]
  for (const [at, text] of changes) parts[at] = text
  return { ...RIGHT, 'x-signature': sign(parts), ...headers }
}
const withHash = (hash: string): Headers => withSignedParts([[3, hash]], { 'x-body-hash': hash })
const withTimestamp = (timestamp: string): Headers =>
  withSignedParts([[1, timestamp]], { 'x-timestamp': timestamp })
const withSignature = (signature: string): Headers => ({ ...RIGHT, 'x-signature': signature })

const [METHOD = '', AT = '', CLIENT = ''] = PARTS
const BYTES = Buffer.from(RIGHT['x-signature'], 'base64')

/** The headers that each mistake leads to. */
const MISTAKES: Readonly<Record<string, Headers>> = {
  'The secret is decoded from Base64': withSignature(
    sign(PARTS, { key: Buffer.from(SECRET, 'base64') }),
  ),
  'The signature is in hex': withSignature(BYTES.toString('hex')),
  'The signature is in base64url': withSignature(BYTES.toString('base64url')),
  'The hash is in hex': withHash(hashOf(BODY, 'hex')),
  'The body is parsed and serialized again to hash it': withHash(
    hashOf(JSON.stringify(JSON.parse(BODY))),
  ),
  'The hash is that of no body': withHash(hashOf('')),
  'The last line feed of the body is not hashed': withHash(hashOf(BODY.trimEnd())),
  'The parts are in another order': withSignature(sign([AT, METHOD, CLIENT, HASH])),
  'The parts are joined by CR LF': withSignature(sign(PARTS, { separator: '\r\n' })),
  'The parts are joined by a backslash and an n': withSignature(sign(PARTS, { separator: '\\n' })),
  'A line feed ends the text': withSignature(sign([...PARTS, ''])),
  'The method is in lower case': withSignedParts([[0, 'post']]),
  'The path is signed too': withSignature(sign([METHOD, TARGET, ...PARTS.slice(1)])),
  'The API key is signed too': withSignature(sign([...PARTS, API_KEY])),
  'The timestamp is written in another way to sign it': withSignedParts([
    [1, '2026-01-31T12:00:00Z'],
  ]),
  'The clock is read twice': withSignedParts([[1, '2026-01-31T12:00:00.017Z']]),
  'The timestamp is a number of seconds': withTimestamp('1769860800'),
  'The timestamp has an offset': withTimestamp('2026-01-31T12:00:00+00:00'),
  'The client id is of another credential': withSignedParts([[2, OTHER_ID]], {
    'x-client-id': OTHER_ID,
  }),
  'The secret is of another credential': withSignature(sign(PARTS, { key: 'another' })),
}

/** The text of the command for each mistake. */
const EXPECTED_LINES: Readonly<Record<string, string>> = {
  'The secret is decoded from Base64':
    'x-signature: the secret is decoded from Base64: the key is its text as it was shown',
  'The signature is in hex': 'x-signature: it is in hex: write the 32 bytes as Base64',
  'The signature is in base64url':
    'x-signature: it is not the standard Base64 of 32 bytes: use + and /, and the = at the end',
  'The hash is in hex': 'x-body-hash: it is in hex: write the 32 bytes as Base64',
  'The body is parsed and serialized again to hash it':
    'x-body-hash: it is of the body parsed and serialized again: hash the bytes that are sent',
  'The hash is that of no body':
    'x-body-hash: it is the hash of an empty body: hash the body that is sent',
  'The last line feed of the body is not hashed':
    'x-body-hash: the body ends with a line feed that is not hashed: hash it too',
  'The parts are in another order':
    'x-signature: the parts are in another order: method, x-timestamp, x-client-id, x-body-hash',
  'The parts are joined by CR LF':
    'x-signature: the parts are joined by CR LF: join them by one line feed',
  'The parts are joined by a backslash and an n':
    'x-signature: the parts are joined by a backslash and an n: join them by one line feed',
  'A line feed ends the text':
    'x-signature: the text ends with a line feed: there is none after the last part',
  'The method is in lower case':
    'x-signature: the method is not in upper case: sign it as the request line has it',
  'The path is signed too': 'x-signature: the path is signed too: only the second signature has it',
  'The API key is signed too': 'x-signature: the API key is signed too: leave it out',
  'The timestamp is written in another way to sign it':
    'x-signature: the timestamp is written in another way than in x-timestamp: sign the ' +
    'header as sent',
  'The clock is read twice':
    'x-signature: it is of 2026-01-31T12:00:00.017Z, not of x-timestamp: read the clock ' +
    'once, for both',
  'The timestamp is a number of seconds':
    'x-timestamp: it is a number since 1970: it must be UTC and end in Z, such as ' +
    '2026-01-31T12:00:00.000Z',
  'The timestamp has an offset':
    'x-timestamp: it has an offset: it must be UTC and end in Z, such as ' +
    '2026-01-31T12:00:00.000Z',
  'The client id is of another credential':
    'x-client-id: it is not the client id of this secret: use both of one credential',
  'The secret is of another credential':
    'x-signature: it is not of this request and secret: compare the text to sign with yours; ' +
    'if they are the same, the secret is wrong',
}

test('each mistake leads to its line, and exit code 1', async () => {
  const actualLines: Record<string, string> = {}
  for (const [mistake, headers] of Object.entries(MISTAKES)) {
    const { stdout, exitCode } = await verify(headers)
    const lines = stdout.split('\n').filter((line) => line.startsWith('WRONG'))
    expect([mistake, exitCode]).toEqual([mistake, 1])
    actualLines[mistake] = lines.map((line) => line.slice('WRONG  '.length)).join()
  }

  expect(actualLines).toEqual(EXPECTED_LINES)
})

test('several mistakes at once are all found', async () => {
  const key = Buffer.from(SECRET, 'base64')
  const text = ['post', TIMESTAMP, CLIENT_ID, HASH]
  const hex = Buffer.from(sign(text, { key, separator: '\r\n' }), 'base64').toString('hex')

  const { stdout } = await verify(withSignature(hex), '--json')

  const { mistakes, stringToSign } = JSON.parse(stdout)
  expect(stringToSign).toBe(PARTS.join('\n'))
  expect(mistakes.map(({ says }: { says: string }) => says.split(':')[0])).toEqual([
    'it is in hex',
    'the secret is decoded from Base64',
    'the method is not in upper case',
    'the parts are joined by CR LF',
  ])
})

test('another client id is found in the header, and in the text that was signed', async () => {
  const { stdout } = await verify({ ...RIGHT, 'x-client-id': OTHER_ID })

  expect(stdout).toContain('WRONG  x-client-id: it is not the client id of this secret')
  expect(stdout).toContain('WRONG  x-signature: another client id is signed than x-client-id has')
})

test('a right signature ends with exit code 0, with headers from a file and the secret of the demo', async () => {
  const directory = await makeDirectory()
  const file = join(directory, 'headers.txt')
  const lines = Object.entries(RIGHT).map(([name, value]) => `${name}: ${value}`)
  await writeFile(file, ['POST /v2/orders HTTP/1.1', ...lines, ''].join('\r\n'))
  const demo = { clientId: CLIENT_ID, apiKey: API_KEY, hmacSecret: SECRET, partnerName: 'Acme' }
  await writeFile(
    join(directory, 'demo.json'),
    JSON.stringify({ ...demo, partnerId: 1, url: 'http://x', adminToken: 't', examples: {} }),
  )

  const outcome = await tessera(['verify-signature', 'POST', '-H', `@${file}`, '-d', BODY], {
    environment: { TESSERA_DATA_DIR: directory },
  })

  expect(outcome).toMatchObject({ exitCode: 0, stdout: 'ok  the signature is right\n' })
})

test('a missing header is named, and so is a missing secret', async () => {
  const { stdout } = await verify({})
  const none = await tessera(['verify-signature', 'GET'], {
    environment: { TESSERA_DATA_DIR: await makeDirectory() },
  })

  for (const name of ['x-timestamp', 'x-client-id', 'x-body-hash', 'x-signature']) {
    expect(stdout).toContain(`WRONG  ${name}: it is missing`)
  }
  expect(none).toMatchObject({
    exitCode: 1,
    stderr: 'error: no secret: set TESSERA_HMAC_SECRET\n',
  })
})
