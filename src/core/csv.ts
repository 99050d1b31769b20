import { isFormula } from './plain-text.ts'

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** Returns text as a CSV field (RFC 4180), quoted only if necessary, and unaltered. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

/**
 * Returns text as a field of a CSV that people open. A formula is quoted and gets an apostrophe
 * before it, which makes it text; a number stays a number.
 */
export function csvCell(text: string): string {
  return isFormula(text) && !NUMBER.test(text) ? quoted(`'${text}`) : csvField(text)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
