import { randomBytes, randomFillSync, randomInt } from 'node:crypto'

/** Whatever is drawn at random is drawn by this file, except names of files and sockets. */
export { getRandomValues, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Returns a number from 0 to below 1, which protects nothing: for pauses and samples. */
export function randomFraction(): number {
  return Math.random()
}

/** Returns a random whole number below 2^48 - 1, the widest range of `randomInt`. */
export function randomWhole(): number {
  return randomInt(2 ** 48 - 1)
}

const DRAWN_BYTES = 8

/**
 * Returns a random number below 2^63 that identifies a state of a row. A counter would not: a
 * database that lost commits (promoted standby, restore) would count to the same number again.
 */
export function drawNumber(): bigint {
  return randomBytes(DRAWN_BYTES).readBigUInt64BE() >> 1n
}

/** A draw costs 5 µs however short it is, so one draw serves some hundred short requests. */
const POOL_BYTES = 8_192

const pool = Buffer.allocUnsafeSlow(POOL_BYTES)
let usedBytes = POOL_BYTES

/**
 * Fills the buffer with bytes of the cryptographic source of Node.js, and returns it. Each byte is
 * handed out once and then erased here, because it may become part of a code.
 */
export function fillRandom<Bytes extends Buffer>(bytes: Bytes): Bytes {
  const { length } = bytes
  if (length > POOL_BYTES) return randomFillSync(bytes)
  if (length > POOL_BYTES - usedBytes) {
    randomFillSync(pool)
    usedBytes = 0
  }
  pool.copy(bytes, 0, usedBytes, usedBytes + length)
  pool.fill(0, usedBytes, usedBytes + length)
  usedBytes += length
  return bytes
}
