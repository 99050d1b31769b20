/** True if the text has all words of another one, in any order, whatever their case and accents. */
export function hasWords(text: string, words: string): boolean {
  const whole = fold(text)
  return fold(words)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

/** Returns a text without case and accents, as people type it when they search. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
