import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { encrypt } from '../../src/vault/cipher.ts'
import { checkValueOf, masterKeyOf, toKey, unwrap, wrap } from '../../src/vault/key-wraps.ts'

const MASTER = masterKeyOf(Buffer.alloc(32, 1))
const OTHER = masterKeyOf(Buffer.alloc(32, 2))
const KEY = createSecretKey(Buffer.alloc(32, 3))

test('the name of a master key is the same everywhere, and another for another key', () => {
  expect(MASTER.masterId).toMatch(/^[0-9a-f]{16}$/)
  expect(masterKeyOf(Buffer.alloc(32, 1)).masterId).toBe(MASTER.masterId)
  expect(OTHER.masterId).not.toBe(MASTER.masterId)
})

test('a check value of 16 bytes tells keys apart', () => {
  expect(checkValueOf(KEY)).toHaveLength(16)
  expect(checkValueOf(createSecretKey(Buffer.alloc(32, 3)))).toEqual(checkValueOf(KEY))
  expect(checkValueOf(OTHER.key)).not.toEqual(checkValueOf(KEY))
})

test('a wrapped key unwraps with its master key and for its purpose only', () => {
  const wrapped = wrap(MASTER, 'codes', KEY)

  expect(unwrap(MASTER, 'codes', wrapped)?.equals(KEY)).toBe(true)
  expect(unwrap(OTHER, 'codes', wrapped)).toBeUndefined()
  expect(unwrap(MASTER, 'exports', wrapped)).toBeUndefined()
})

test('bytes of another layout, or that are not a key, do not unwrap', () => {
  const later = wrap(MASTER, 'codes', KEY)
  later[0] = 2
  const bound = Buffer.from('vault_keys:codes')
  const short = encrypt(MASTER.key, { header: Buffer.of(1), bound }, Buffer.alloc(31))

  expect(unwrap(MASTER, 'codes', later)).toBeUndefined()
  expect(unwrap(MASTER, 'codes', short)).toBeUndefined()
})

test('the bytes that a key is made of are cleared', () => {
  const bytes = Buffer.alloc(32, 3)

  expect(toKey(bytes).equals(KEY)).toBe(true)
  expect(bytes).toEqual(Buffer.alloc(32))
})
