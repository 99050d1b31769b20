/** True if the text has all words of another one, in any order, whatever their case and accents. */
export function hasWords(text: string, words: string): boolean {
  const whole = folded(text)
  return folded(words)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
}
