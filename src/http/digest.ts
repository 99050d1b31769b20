import { hash, timingSafeEqual, webcrypto } from 'node:crypto'

const SHA256_LENGTH = 44
const left = Buffer.alloc(SHA256_LENGTH)
const right = Buffer.alloc(SHA256_LENGTH)

/** Returns SHA-256 as Base64, 44 characters. Text is hashed as UTF-8. */
export function sha256(data: string | Buffer): string {
  return hash('sha256', data, 'base64')
}

/** Returns what `sha256` does. Hashes in another thread, for data that takes a while. */
export async function sha256Aside(data: Buffer): Promise<string> {
  const bytes = await webcrypto.subtle.digest('SHA-256', new Uint8Array(data))
  return Buffer.from(bytes).toString('base64')
}

/**
 * Compares two digests of `sha256` in constant time. Digests stay strings until here: allocating
 * and freeing a Buffer costs as much as the hash.
 */
export function isSameDigest(one: string, other: string): boolean {
  if (one.length !== SHA256_LENGTH || other.length !== SHA256_LENGTH) return false
  left.write(one, 'latin1')
  right.write(other, 'latin1')
  return timingSafeEqual(left, right)
}
