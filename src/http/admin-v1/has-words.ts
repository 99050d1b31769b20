/** True if the text has all words of another one, in any order, whatever their case and accents. */
export function hasWords(text: string, words: string): boolean {
  const whole = fold(text)
  return fold(words)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
}
