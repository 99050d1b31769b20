import { randomFillSync } from 'node:crypto'

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
