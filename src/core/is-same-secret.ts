import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two codes, signatures or keyed hashes. Texts are compared as UTF-8. The time depends on
 * their lengths alone.
 */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  const [left, right] = [bytesOf(one), bytesOf(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function bytesOf(secret: string | Buffer): Buffer {
  return typeof secret === 'string' ? Buffer.from(secret) : secret
}
