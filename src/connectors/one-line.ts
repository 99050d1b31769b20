/** Returns a text of a supplier as one line, to be shown, logged and stored. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ')
}
