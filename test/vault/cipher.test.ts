import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from '../../src/vault/cipher.ts'

const KEY = createSecretKey(Buffer.alloc(32, 7))
const HEADER = Buffer.from('header')
const BOUND = Buffer.from('place')

test.each([0, 1, 15, 16, 17, 100_000])(
  'a text of %i bytes is opened as it was sealed',
  (length) => {
    const plaintext = randomBytes(length)
    const encrypted = encrypt(KEY, { header: HEADER, bound: BOUND }, Buffer.from(plaintext))

    expect(encrypted).toHaveLength(HEADER.length + 12 + length + 16)
    expect(encrypted.subarray(0, HEADER.length)).toEqual(HEADER)
    expect(decrypt(KEY, BOUND, encrypted.subarray(HEADER.length))?.equals(plaintext)).toBe(true)
  },
)

test('bytes of another key, of another place, or too short ones do not decrypt', () => {
  const none = Buffer.alloc(0)
  const encrypted = encrypt(KEY, { header: none, bound: BOUND }, Buffer.from('secret'))
  const otherKey = createSecretKey(Buffer.alloc(32, 8))

  expect(decrypt(otherKey, BOUND, encrypted)).toBeUndefined()
  expect(decrypt(KEY, Buffer.from('elsewhere'), encrypted)).toBeUndefined()
  for (const length of [0, 12, 27, 28, encrypted.length - 1]) {
    expect(decrypt(KEY, BOUND, encrypted.subarray(0, length))).toBeUndefined()
  }
})
