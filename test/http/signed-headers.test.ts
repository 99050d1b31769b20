import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'
import { readSignedHeaders } from '../../src/http/signatures/signed-headers.ts'

const DIGEST = 'RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='
const GOOD = {
  'x-api-key': 'tsk_abc',
  'x-client-id': '0195e4a2-0000-7000-8000-00000000000A',
  'x-timestamp': '2026-01-31T12:00:00.123Z',
  'x-body-hash': DIGEST,
  'x-signature': DIGEST,
}

function faultsOf(headers: Record<string, string | string[] | undefined>): string[] {
  try {
    readSignedHeaders(headers)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') {
      return (error.extras.details ?? []).map(({ field }) => field)
    }
    throw error
  }
  return []
}

describe('the five headers', () => {
  test('are read', () => {
    expect(readSignedHeaders(GOOD)).toMatchObject({
      clientId: GOOD['x-client-id'],
      timestamp: GOOD['x-timestamp'],
      timestampMs: Date.UTC(2026, 0, 31, 12, 0, 0, 123),
      bodyHash: DIGEST,
      signature: DIGEST,
    })
  })

  test.each(Object.keys(GOOD))('%s missing, empty or sent twice is named', (name) => {
    expect(faultsOf({ ...GOOD, [name]: undefined })).toEqual([name])
    expect(faultsOf({ ...GOOD, [name]: '' })).toEqual([name])
    const value = GOOD[name as keyof typeof GOOD]
    // Node joins a header that was sent twice like this.
    expect(faultsOf({ ...GOOD, [name]: `${value}, ${value}` })).toEqual([name])
  })

  test.each([
    [
      'x-timestamp',
      '2026-01-31T12:00:00.123456+00:00',
      'must be a UTC time that ends in Z, such as 2026-01-31T12:00:00.000Z',
    ],
    [
      'x-signature',
      'ab'.repeat(32),
      'must be 32 bytes as Base64 (44 characters), not as hexadecimal',
    ],
    ['x-signature', DIGEST.slice(0, -4), 'must be 32 bytes as Base64 (44 characters)'],
    ['x-body-hash', DIGEST.slice(0, -1), 'must be 32 bytes as Base64 (44 characters)'],
    ['x-client-id', 'acme', 'must be a UUID, sent once'],
    ['x-api-key', undefined, 'is required'],
  ])('%s of the form %j is refused with the form that it must have', (name, value, message) => {
    expect(() => readSignedHeaders({ ...GOOD, [name]: value })).toThrow(
      expect.objectContaining({ message: `${name} ${message}` }),
    )
  })

  test('all faults are named at once', () => {
    expect(faultsOf({})).toEqual(Object.keys(GOOD))
  })

  test.each([
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.1Z',
    '2026-01-31T12:00:00.123456789Z',
    '2024-02-29T23:59:59Z',
  ])('x-timestamp %s is accepted', (timestamp) => {
    expect(faultsOf({ ...GOOD, 'x-timestamp': timestamp })).toEqual([])
  })

  test.each([
    '2026-01-31T12:00:00.1234567890Z',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00+00:00',
    '2026-01-31T12:00:00z',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00Z',
    '2026-02-29T12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:59:60Z',
    '1769860800',
    '+002026-01-31T12:00:00Z',
  ])('x-timestamp %s is malformed', (timestamp) => {
    expect(faultsOf({ ...GOOD, 'x-timestamp': timestamp })).toEqual(['x-timestamp'])
  })

  test('only the canonical Base64 of 32 bytes is a digest', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 40 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(faultsOf({ ...GOOD, 'x-signature': text }).length === 0).toBe(bytes.length === 32)
      }),
    )
    const noncanonical = DIGEST.replace(/o=$/, 'p=')
    for (const text of [
      noncanonical,
      DIGEST.slice(0, -1),
      DIGEST.replace('+', '-'),
      `${DIGEST}=`,
    ]) {
      expect(faultsOf({ ...GOOD, 'x-body-hash': text })).toEqual(['x-body-hash'])
    }
  })
})
