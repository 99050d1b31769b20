import { wordsOf, type SearchEntry, type SearchIndex } from '../search.ts'

/** A result of a search, with all words that find it. */
export interface SearchedText extends SearchEntry {
  /** Further names to search by, which are not shown: the fields of an operation. */
  readonly names?: string
}

/** The weight of a word in each part of an entry. */
const BOOSTS = { title: 4, page: 2, text: 1, names: 1 } as const
const PARTS = ['title', 'page', 'text', 'names'] as const
/** Most readers are partners, so entries for operators count half. */
const OPERATOR_WEIGHT = 0.5
/** The constants of BM25+: saturation of repetitions, weight of the length, and the least score. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.7
const LEAST = 0.5
const PRECISION = 1_000

/** Scores each word of each entry by BM25+ in advance, so that a search only adds scores up. */
export function searchIndexOf(texts: readonly SearchedText[]): SearchIndex {
  const terms = new Map<string, Map<number, number>>()
  for (const part of PARTS) {
    const counts = texts.map((entry) => countWords(entry[part] ?? ''))
    const lengths = counts.reduce((sum, words) => sum + words.size, 0) / texts.length
    const entriesWith = new Map<string, number>()
    for (const word of counts.flatMap((words) => [...words.keys()])) {
      entriesWith.set(word, (entriesWith.get(word) ?? 0) + 1)
    }
    for (const [at, words] of counts.entries()) {
      const weight = BOOSTS[part] * (isForOperators(texts[at]) ? OPERATOR_WEIGHT : 1)
      for (const [word, count] of words) {
        const rarity = rarityOf(entriesWith.get(word) ?? 0, texts.length)
        const length = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * words.size) / lengths)
        const score = rarity * (LEAST + (count * (SATURATION + 1)) / (count + length))
        const ofWord = terms.get(word) ?? new Map<number, number>()
        terms.set(word, ofWord.set(at, (ofWord.get(at) ?? 0) + weight * score))
      }
    }
  }
  return {
    entries: texts.map(({ href, title, page, text }) => ({ href, title, page, text })),
    terms: Object.fromEntries(Array.from(terms, ([word, scores]) => [word, postingsOf(scores)])),
  }
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) {
    const lower = word.toLowerCase()
    counts.set(lower, (counts.get(lower) ?? 0) + 1)
  }
  return counts
}

/** The inverse document frequency: the fewer entries have a word, the more it counts. */
function rarityOf(entriesWith: number, entries: number): number {
  return Math.log(1 + (entries - entriesWith + 0.5) / (entriesWith + 0.5))
}

function postingsOf(scores: ReadonlyMap<number, number>): number[] {
  return [...scores].flatMap(([entry, score]) => [entry, Math.round(score * PRECISION)])
}

function isForOperators(entry: SearchEntry | undefined): boolean {
  return entry?.href.startsWith('/docs/admin-reference') === true
}
