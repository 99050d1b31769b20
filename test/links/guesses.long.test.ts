import { createSecretKey, randomBytes, randomFillSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { partnerOfToken, tokenHash, tokenNamed } from '../../src/links/link-token.ts'
import { hmacOf } from '../../src/vault/blind-index.ts'

const GUESSES = 10_000_000
const STORED = 10_000
const PARTNER_ID = 1
const BITS = 128
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LONG = { timeout: 3_600_000 }

const hmac = hmacOf(createSecretKey(randomBytes(32)))
/** Hashes as the vault does, with one key. */
const VAULT = {
  blindIndex: (_purpose: string, text: string) => Buffer.from(hmac(text), 'latin1'),
}

/** The limits of networks are left out: this decides once a guess has passed them. */
test('ten million guesses find none of ten thousand links', LONG, () => {
  const bits = Array.from({ length: STORED }, () => randomBytes(BITS / 8))
  const stored = new Set(bits.map((one) => hashOf(tokenOfBits(one))))
  const counts = { stored: stored.size, misspelled: 0, lookedUp: 0, found: 0 }
  const random = Buffer.alloc(27)
  for (let at = 0; at < GUESSES; at += 1) {
    const token = at % 2 === 0 ? anyToken(random) : near(bits[at % STORED] ?? random, at % BITS)
    if (partnerOfToken(token) === undefined) counts.misspelled += 1
    else if (stored.has(hashOf(token))) counts.found += 1
    else counts.lookedUp += 1
  }
  process.stderr.write(`tokens: ${JSON.stringify(counts)}\n`)
  expect(counts).toMatchObject({ stored: STORED, found: 0 })
  expect(counts.lookedUp).toBeGreaterThan(GUESSES / 2)
})

function hashOf(token: string): string {
  return tokenHash(VAULT, token).toString('latin1')
}

function tokenOfBits(bits: Buffer): string {
  return tokenNamed({ blindIndex: () => bits }, PARTNER_ID, '')
}

/** One of 32 has the right check character. */
function anyToken(random: Buffer): string {
  let text = ''
  for (const byte of randomFillSync(random)) text += ALPHABET[byte & 31] ?? ''
  return `${PARTNER_ID}-${text}`
}

/** A token with the right check character that differs from a real one in one bit. */
function near(bits: Buffer, place: number): string {
  const other = Buffer.from(bits)
  other[place >> 3] = (other[place >> 3] ?? 0) ^ (1 << (place & 7))
  return tokenOfBits(other)
}
