/** Most texts: nothing is to be said against them. */
const HARMLESS = /^(?:[0-9A-Za-z][!-~]*)?$/
/** Control and invisible characters, and what stands for bytes that are not UTF-8. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u
/** What a spreadsheet would run, full-width forms too; text is not altered to prevent it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u

/** Why text cannot stand in a CSV as it is, and be read by anybody; undefined where it can. */
export function plainTextFault(text: string): string | undefined {
  if (HARMLESS.test(text)) return undefined
  if (FORMULA.test(text)) {
    return 'begins with a character that a spreadsheet would run: = + - @ tab'
  }
  if (text.includes('\uFFFD')) return 'is not UTF-8'
  if (UNREADABLE.test(text)) {
    return 'has a control character, a line break or an invisible character'
  }
  return text.trim() === text ? undefined : 'begins or ends with a space'
}
