import { createHash, hash, timingSafeEqual } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

const SHA256_LENGTH = 44
const left = Buffer.alloc(SHA256_LENGTH)
const right = Buffer.alloc(SHA256_LENGTH)

/** Returns SHA-256 as Base64, 44 characters. Text is hashed as UTF-8. */
export function sha256(data: string | Buffer): string {
  return hash('sha256', data, 'base64')
}

/** Hashing this many bytes takes some milliseconds. */
const BYTES_OF_STEP = 1_048_576

/**
 * Returns what `sha256` does. Hashes in steps, so that large data holds up nothing else. Another
 * thread would need a copy of it, which takes longer than a step.
 */
export async function sha256InSteps(data: Buffer): Promise<string> {
  const digest = createHash('sha256')
  for (let at = 0; at < data.length; at += BYTES_OF_STEP) {
    digest.update(data.subarray(at, at + BYTES_OF_STEP))
    await setImmediate()
  }
  return digest.digest('base64')
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
