import { randomBytes } from 'node:crypto'

const DRAWN_BYTES = 8

/**
 * Draws a number below 2^63 by which a row's state is recognised later. It is not counted, because
 * a database that has lost commits (a promoted standby, a restore) counts to the same number again.
 */
export function drawNumber(): bigint {
  return randomBytes(DRAWN_BYTES).readBigUInt64BE() >> 1n
}
