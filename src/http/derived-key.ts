import { hash } from 'node:crypto'

const UUID_DIGITS = 32

/** Returns a key in the form of a UUID. It is the same for the same text. */
export function derivedKey(text: string): string {
  const digits = hash('sha256', text, 'hex').slice(0, UUID_DIGITS)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
