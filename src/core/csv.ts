import { isFormula } from './plain-text.ts'

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** Returns text as a CSV field (RFC 4180), quoted only if necessary: nothing of it is altered. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

/**
 * Returns text as a field of a CSV that people open. What a spreadsheet would run is quoted and
 * begins with an apostrophe, which makes it text; a number stays one.
 */
export function csvCell(text: string): string {
  return isFormula(text) && !NUMBER.test(text) ? quoted(`'${text}`) : csvField(text)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
