const MODULUS = 97

/** Returns the remainder by 97 of a text of digits and capital letters (ISO 7064; A is 10). */
function remainderOf(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % MODULUS
  }
  return remainder
}

const PREFIX_LENGTH = 4

/** Whether the check digits, the third and fourth character, fit the rest (IBAN, ISO 11649). */
export function hasCheckDigits(text: string): boolean {
  return remainderOf(text.slice(PREFIX_LENGTH) + text.slice(0, PREFIX_LENGTH)) === 1
}

/** Returns `prefix`, two check digits, and `body`. */
export function withCheckDigits(prefix: string, body: string): string {
  const digits = MODULUS + 1 - remainderOf(`${body}${prefix}00`)
  return `${prefix}${String(digits).padStart(2, '0')}${body}`
}
