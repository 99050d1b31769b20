/** What they say, in one line for people: it is shown, logged and kept. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ')
}
