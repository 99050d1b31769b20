import { createSecretKey, randomBytes, randomFillSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSameSecret } from '../../src/core/mod.ts'
import { partnerOfToken, tokenHash, tokenNamed } from '../../src/links/link-token.ts'
import { mailedCode } from '../../src/links/mailed-code.ts'
import { BYTES_PER_CODE, groupedCode } from '../../src/supply/grouped-code.ts'
import { spellOwnCode } from '../../src/supply/mod.ts'
import { hmacOf } from '../../src/vault/blind-index.ts'

const GUESSES = 10_000_000
const STORED = 10_000
const PARTNER_ID = 1
const BITS = 128
const TRIES_MAX = 5
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LONG = { timeout: 3_600_000 }

const VAULT = hashingWith(randomBytes(32))

/** Hashes as the vault does, with one key. */
function hashingWith(key: Buffer) {
  const hmac = hmacOf(createSecretKey(key))
  return { blindIndex: (_purpose: string, text: string) => Buffer.from(hmac(text), 'latin1') }
}

/** The rate limits of networks are left out: the length of a token protects what passes them. */
test('ten million guesses find none of ten thousand links', LONG, () => {
  const bits = Array.from({ length: STORED }, () => randomBytes(BITS / 8))
  const stored = new Set(bits.map((one) => hashOf(tokenOfBits(one))))
  const counts = { stored: stored.size, misspelled: 0, lookedUp: 0, found: 0 }
  const random = Buffer.alloc(27)
  for (let at = 0; at < GUESSES; at += 1) {
    const token =
      at % 2 === 0 ? anyToken(random) : tokenNear(bits[at % STORED] ?? random, at % BITS)
    if (partnerOfToken(token) === undefined) counts.misspelled += 1
    else if (stored.has(hashOf(token))) counts.found += 1
    else counts.lookedUp += 1
  }
  process.stderr.write(`tokens: ${JSON.stringify(counts)}\n`)
  expect(counts).toMatchObject({ stored: STORED, found: 0 })
  expect(counts.lookedUp).toBeGreaterThan(GUESSES / 2)
})

/** Each person gets ten codes a day, and each code has five tries; networks do not matter. */
test('five guesses at ten codes of each of 200,000 people find none', LONG, () => {
  // A fixed key: with one of a hundred random keys, one of these codes would be guessed.
  const vault = hashingWith(Buffer.alloc(32, 'tessera'))
  const counts = { tried: 0, found: 0 }
  for (let code = 0; code < GUESSES / TRIES_MAX; code += 1) {
    const mailed = mailedCode(vault, `wallet-sign-in:${PARTNER_ID}:${code}`)
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      counts.tried += 1
      if (isSameSecret(mailed, String((code * TRIES_MAX + tried) * 97).padStart(9, '0'))) {
        counts.found += 1
      }
    }
  }
  process.stderr.write(`mailed codes: ${JSON.stringify(counts)}\n`)
  expect(counts).toEqual({ tried: GUESSES, found: 0 })
})

test('ten million guesses find none of ten thousand cards', LONG, () => {
  const cards = Array.from({ length: STORED }, () => groupedCode(randomBytes(BYTES_PER_CODE)))
  const stored = new Set(cards)
  const random = Buffer.alloc(BYTES_PER_CODE)
  const counts = { stored: stored.size, found: 0 }
  for (let at = 0; at < GUESSES; at += 1) {
    const code = spellOwnCode(groupedCode(randomFillSync(random)).toLowerCase())
    if (code === undefined || stored.has(code)) counts.found += 1
  }
  process.stderr.write(`cards: ${JSON.stringify(counts)}\n`)
  expect(counts).toEqual({ stored: STORED, found: 0 })
})

function hashOf(token: string): string {
  return tokenHash(VAULT, token).toString('latin1')
}

function tokenOfBits(bits: Buffer): string {
  return tokenNamed({ blindIndex: () => bits }, PARTNER_ID, '')
}

/** Returns a random token. One of 32 has the right check character. */
function anyToken(random: Buffer): string {
  let text = ''
  for (const byte of randomFillSync(random)) text += ALPHABET[byte & 31] ?? ''
  return `${PARTNER_ID}-${text}`
}

/** A token with the right check character that differs from a real one in one bit. */
function tokenNear(bits: Buffer, place: number): string {
  const other = Buffer.from(bits)
  other[place >> 3] = (other[place >> 3] ?? 0) ^ (1 << (place & 7))
  return tokenOfBits(other)
}
