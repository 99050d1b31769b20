/** Returns a text of a supplier as one line, to be shown, logged and stored. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ')
}

/** Returns the beginning of a text. It never ends in half a character, which JSON refuses. */
export function cutText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/\p{Cs}$/u, '')
}
