const MODULUS = 97

/** Returns a text of digits and capital letters (A is 10) modulo 97 (ISO 7064). */
function remainderOf(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % MODULUS
  }
  return remainder
}

const PREFIX_LENGTH = 4

/** True if the check digits, the third and fourth character, are right (IBAN, ISO 11649). */
export function hasCheckDigits(text: string): boolean {
  return remainderOf(text.slice(PREFIX_LENGTH) + text.slice(0, PREFIX_LENGTH)) === 1
}

/** Returns `prefix`, two check digits and `body` as one text. */
export function withCheckDigits(prefix: string, body: string): string {
  const digits = MODULUS + 1 - remainderOf(`${body}${prefix}00`)
  return `${prefix}${String(digits).padStart(2, '0')}${body}`
}
