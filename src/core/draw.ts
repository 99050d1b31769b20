import { randomBytes } from 'node:crypto'

const DRAWN_BYTES = 8

/**
 * Returns a random number below 2^63 that identifies a state of a row. A counter would not: a
 * database that lost commits (promoted standby, restore) would count to the same number again.
 */
export function drawNumber(): bigint {
  return randomBytes(DRAWN_BYTES).readBigUInt64BE() >> 1n
}
