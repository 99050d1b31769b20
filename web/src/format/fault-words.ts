import { faultTexts } from '../messages/en-faults.ts'

type Words = Readonly<Record<string, string>>

/** A fault may quote another one, and several may follow one another. */
const SEPARATORS = [': ', '; ']

/**
 * Returns a fault of a connection in the language of the page. The parts of `no token: no answer`
 * are translated one by one; parts that are not ours stay as they are.
 */
export function faultInWords(
  fault: string,
  words: Words = faultTexts.words,
  [separator, ...others]: readonly string[] = SEPARATORS,
): string {
  const translated = wordsOf(fault, words)
  if (translated !== undefined || separator === undefined) return translated ?? fault
  return fault
    .split(separator)
    .map((part) => faultInWords(part, words, others))
    .join(separator)
}

/** Returns the translation of a phrase, with its numbers; undefined if it has none. */
function wordsOf(phrase: string, words: Words): string | undefined {
  const numbers = phrase.match(/\d+/g) ?? []
  const key = phrase.replaceAll(/\d+/g, '#')
  if (!Object.hasOwn(words, key)) return undefined
  return words[key]?.replaceAll('#', () => numbers.shift() ?? '')
}
