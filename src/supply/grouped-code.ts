/** Crockford's base 32: no I, L, O or U, so that codes survive being read aloud and typed. */
const ALPHABET = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 'latin1')
const GROUP = 5
const CODE_LENGTH = 23

/** Each symbol of a code uses up one byte, five bits of it. */
export const BYTES_PER_CODE = 20

/**
 * One code for each 20 bytes: 100 of their bits in 20 symbols of base 32, as
 * XXXXX-XXXXX-XXXXX-XXXXX. As random as the bytes are; written in one buffer, because a million
 * codes are made at once.
 */
export function groupedCodes(bytes: Buffer): string[] {
  const count = bytes.length / BYTES_PER_CODE
  const text = Buffer.alloc(count * CODE_LENGTH, '-', 'latin1')
  let at = 0
  for (let i = 0; i < bytes.length; i += 1) {
    text[at] = ALPHABET[(bytes[i] ?? 0) & 31] ?? 0
    // Past the dash after a group, which at the end of a code is not there.
    at += (i + 1) % GROUP === 0 && (i + 1) % BYTES_PER_CODE !== 0 ? 2 : 1
  }
  const codes = text.toString('latin1')
  return Array.from({ length: count }, (_, n) =>
    codes.slice(n * CODE_LENGTH, (n + 1) * CODE_LENGTH),
  )
}
