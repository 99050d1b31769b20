/** Crockford's base 32: no I, L, O or U, so that codes survive being read aloud and typed. */
const ALPHABET = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 'latin1')
const SYMBOLS = 20
const GROUP = 5

/** Of a code as it is written: XXXXX-XXXXX-XXXXX-XXXXX. */
export const CODE_LENGTH = SYMBOLS + SYMBOLS / GROUP - 1

/** Each symbol of a code uses up one byte, five bits of it. */
export const BYTES_PER_CODE = SYMBOLS

/** Where each symbol of a code stands in it: past the dash after each group. */
const PLACES = Uint8Array.from({ length: SYMBOLS }, (_, n) => n + Math.floor(n / GROUP))

/** A place for a code: what is written over it leaves the dashes as they are. */
export const BLANK_CODE = 'XXXXX-XXXXX-XXXXX-XXXXX'

/**
 * Writes the code that 20 bytes make, from `from` on, over a blank code at `at`: 100 of their bits
 * in 20 symbols of base 32, as random as the bytes are.
 */
export function writeCode(target: Buffer, at: number, bytes: Buffer, from: number): void {
  for (let n = 0; n < SYMBOLS; n += 1) {
    target[at + (PLACES[n] ?? 0)] = ALPHABET[(bytes[from + n] ?? 0) & 31] ?? 0
  }
}

/** The code that these 20 bytes make. */
export function groupedCode(bytes: Buffer): string {
  const text = Buffer.from(BLANK_CODE, 'latin1')
  writeCode(text, 0, bytes, 0)
  return text.toString('latin1')
}
