/** Matches most texts, which need no further check. */
const HARMLESS = /^(?:[0-9A-Za-z][!-~]*)?$/
/** Control and invisible characters, and the replacement of bytes that are not UTF-8. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u
/**
 * The beginning of a formula in a spreadsheet, including full-width forms. In goods such text is
 * refused, not altered.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u

/** True if a spreadsheet would run the text. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text)
}

/** Returns the reason why a text is not fit for a CSV that people read; undefined if it is. */
export function plainTextFault(text: string): string | undefined {
  if (HARMLESS.test(text)) return undefined
  if (isFormula(text)) {
    return 'begins with a character that a spreadsheet would run: = + - @ tab'
  }
  if (text.includes('\uFFFD')) return 'is not UTF-8'
  if (UNREADABLE.test(text)) {
    return 'has a control character, a line break or an invisible character'
  }
  return text.trim() === text ? undefined : 'begins or ends with a space'
}
