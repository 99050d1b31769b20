import { createHash, createSecretKey, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoTime, Refusal, type Clock } from '../../src/core/mod.ts'
import { createAuthenticator } from '../../src/http/signatures/signature.ts'
import type { KnownCredential } from '../../src/partners/mod.ts'
import { signedHeaders, type Credentials } from '../support/client.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const clock: Clock = { now: () => NOW, monotonic: () => 0 }
const SECRET: Credentials = { clientId: randomUUID(), apiKey: 'tsk_key', hmacSecret: 'secret' }
const BODY = '{"amount":10}'

function knownCredential(fields: Partial<KnownCredential> = {}): KnownCredential {
  return {
    clientId: SECRET.clientId,
    partnerId: 1,
    partnerName: 'Northwind',
    partnerStatus: 'ACTIVE',
    rateLimit: null,
    isTest: false,
    apiKeyHash: createHash('sha256').update(SECRET.apiKey).digest('base64'),
    hmacKey: createSecretKey(Buffer.from(SECRET.hmacSecret)),
    permissions: new Set(['orders:write']),
    requiresSignatureV2: false,
    ...fields,
  }
}

function spendNonce(): Promise<boolean> {
  return Promise.resolve(true)
}

function authenticatorOf(credential: KnownCredential) {
  const find = (clientId: string): Promise<KnownCredential | undefined> =>
    Promise.resolve(clientId === SECRET.clientId ? credential : undefined)
  const credentials = { peek: () => undefined, find }
  return createAuthenticator({ credentials, clock, skewSecondsMax: 300, spendNonce })
}

interface SentRequest {
  readonly method: string
  readonly body: string
  readonly headers: Record<string, string>
}

function signed(timestamp = isoTime(NOW), credentials = SECRET): SentRequest {
  const method = 'POST'
  return {
    method,
    body: BODY,
    headers: signedHeaders(credentials, { method, body: BODY, timestamp }),
  }
}

/** Returns the outcome of a request: the client id, or the refusal as the caller sees it. */
async function judge(
  { method, body, headers }: SentRequest,
  credential = knownCredential(),
): Promise<string> {
  const { recognize, authenticate } = authenticatorOf(credential)
  try {
    const claim = await recognize({ method, headers, url: '/', ip: '127.0.0.1' })
    return (await authenticate(claim, Buffer.from(body), 'orders:write')).clientId
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.kind}: ${error.message} ${JSON.stringify(error.extras)}`
  }
}

const NOT_AUTHENTIC = 'unauthenticated: the credentials or the signature are not valid {}'

describe('the signature', () => {
  test('a signed request is attributed to its client', async () => {
    expect(await judge(signed())).toBe(SECRET.clientId)
  })

  test.each([-300, 300])('a timestamp %i s from the server’s time is accepted', async (seconds) => {
    expect(await judge(signed(isoTime(NOW + seconds * 1_000)))).toBe(SECRET.clientId)
  })

  test.each([
    [-301, 'is 301 s behind'],
    [301, 'is 301 s ahead of'],
    [3_600, 'is 3600 s ahead of'],
  ])(
    'a timestamp %i s from the server’s time is refused with the header, time and difference',
    async (seconds, side) => {
      const answer = await judge(signed(isoTime(NOW + seconds * 1_000)))

      expect(answer).toContain('"field":"x-timestamp"')
      expect(answer).toContain(`${side} the server's time 2026-01-31T12:00:00.000Z`)
    },
  )

  test('unknown client, wrong API key and wrong signature get the same response', async () => {
    const answers = await Promise.all([
      judge(signed(undefined, { ...SECRET, clientId: randomUUID() })),
      judge(signed(undefined, { ...SECRET, apiKey: 'tsk_other' })),
      judge(signed(undefined, { ...SECRET, hmacSecret: 'other' })),
      judge({ ...signed(undefined, { ...SECRET, clientId: randomUUID() }), body: 'other' }),
      judge({ ...signed(undefined, { ...SECRET, apiKey: 'tsk_other' }), body: 'other' }),
    ])

    expect(answers).toEqual(answers.map(() => NOT_AUTHENTIC))
  })

  test('a body that is not the one that was hashed names x-body-hash', async () => {
    expect(await judge({ ...signed(), body: `${BODY} ` })).toContain('"field":"x-body-hash"')
  })

  test('another method than the signed one is refused', async () => {
    expect(await judge({ ...signed(), method: 'PUT' })).toBe(NOT_AUTHENTIC)
  })

  test.each([
    [{ revokedAt: NOW - 1 }, 'unauthenticated: the credential is REVOKED {}'],
    [{ expiresAt: NOW }, 'unauthenticated: the credential is EXPIRED {}'],
    [{ partnerStatus: 'SUSPENDED' }, 'unauthenticated: the partner is suspended {}'],
    [
      { permissions: new Set<never>() },
      'permission_missing: the credential lacks the permission orders:write {}',
    ],
  ] as const)(
    '%j is refused, in its own words only if the signature is valid',
    async (fields, answer) => {
      const credential = knownCredential(fields)

      expect(await judge(signed(), credential)).toBe(answer)
      expect(await judge(signed(undefined, { ...SECRET, hmacSecret: 'other' }), credential)).toBe(
        NOT_AUTHENTIC,
      )
    },
  )

  test('no single change of a signed request is accepted', async () => {
    const names = [
      'x-api-key',
      'x-client-id',
      'x-timestamp',
      'x-body-hash',
      'x-signature',
      'body',
      'method',
    ]
    const mutation = fc.record({
      part: fc.constantFrom(...names),
      at: fc.nat(),
      character: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      kind: fc.constantFrom('replace', 'insert', 'remove'),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        const sent = signed()
        const mutated = mutate(sent, change)
        fc.pre(JSON.stringify(mutated) !== JSON.stringify(sent))
        expect(await judge(mutated)).not.toBe(SECRET.clientId)
      }),
      { numRuns: 2_000 },
    )
  })
})

interface Mutation {
  readonly part: string
  readonly at: number
  readonly character: string
  readonly kind: string
}

function mutate(sent: SentRequest, { part, at, character, kind }: Mutation): SentRequest {
  const edit = (text: string): string => {
    const position = at % text.length
    const rest = kind === 'insert' ? text.slice(position) : text.slice(position + 1)
    return text.slice(0, position) + (kind === 'remove' ? '' : character) + rest
  }
  if (part === 'body') return { ...sent, body: edit(sent.body) }
  if (part === 'method') return { ...sent, method: edit(sent.method) }
  return { ...sent, headers: { ...sent.headers, [part]: edit(sent.headers[part] ?? '') } }
}
