import { hash } from 'node:crypto'
import { randomBytes } from '../core/mod.ts'

const TOKEN_BYTES = 32

/** Returns a random token of 256 bits after its prefix, which says what it is for. */
export function newToken(prefix: 'tss' | 'tsi' | 'tst' | 'tso' | 'tsc' | 'tsp'): string {
  return `${prefix}_${randomBytes(TOKEN_BYTES).toString('base64url')}`
}

/**
 * Returns the digest of a token, which is stored. The token has too many bits to be guessed from
 * it.
 */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
