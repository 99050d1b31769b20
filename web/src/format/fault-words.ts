import { faultTexts } from '../messages/en-faults.ts'

/**
 * Returns a fault of a connection in the language of the page. Its parts, such as those of `no
 * token: no answer`, are translated one by one; parts that are not ours stay as they are.
 */
export function faultInWords(
  fault: string,
  words: Readonly<Record<string, string>> = faultTexts.words,
): string {
  return fault
    .split(': ')
    .map((part) => partInWords(part, words))
    .join(': ')
}

function partInWords(part: string, words: Readonly<Record<string, string>>): string {
  const numbers = part.match(/\d+/g) ?? []
  const phrase = part.replaceAll(/\d+/g, '#')
  const translated = Object.hasOwn(words, phrase) ? words[phrase] : undefined
  return translated?.replaceAll('#', () => numbers.shift() ?? '') ?? part
}
