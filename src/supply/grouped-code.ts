/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed. */
export const ALPHABET = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 'latin1')
const SYMBOLS = 20
export const GROUP = 5

/** The length of a written code: XXXXX-XXXXX-XXXXX-XXXXX. */
export const CODE_LENGTH = SYMBOLS + SYMBOLS / GROUP - 1

/** Each symbol of a code is made of five bits of one byte. */
export const BYTES_PER_CODE = SYMBOLS

/** The position of each symbol in the written code, past the dashes. */
const PLACES = Uint8Array.from({ length: SYMBOLS }, (_, n) => n + Math.floor(n / GROUP))

/** A placeholder with the dashes of a code. */
export const BLANK_CODE = 'XXXXX-XXXXX-XXXXX-XXXXX'

/**
 * Writes a code over the placeholder at `at`: 100 bits of the 20 bytes from `from` on, as 20
 * symbols of base 32.
 */
export function writeCode(target: Buffer, at: number, bytes: Buffer, from: number): void {
  for (let n = 0; n < SYMBOLS; n += 1) {
    target[at + (PLACES[n] ?? 0)] = ALPHABET[(bytes[from + n] ?? 0) & 31] ?? 0
  }
}

/** Returns the code of 20 bytes. */
export function groupedCode(bytes: Buffer): string {
  const text = Buffer.from(BLANK_CODE, 'latin1')
  writeCode(text, 0, bytes, 0)
  return text.toString('latin1')
}
