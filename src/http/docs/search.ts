import { escapeHtml } from './html.ts'

/** A result of a search: a section of a page, or an operation. */
export interface SearchEntry {
  readonly href: string
  /** The heading, or the name of the operation. */
  readonly title: string
  /** The page that it is on. */
  readonly page: string
  readonly text: string
}

/** The entries that have a word: pairs of an entry's number and its score, as built. */
export type Postings = readonly number[]

/** The index of the search, as `npm run build` writes it. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[]
  readonly terms: Readonly<Record<string, Postings>>
}

const RESULTS_MAX = 20
const QUERY_LENGTH_MAX = 100
const TERMS_MAX = 8
const EXCERPT_LENGTH = 160
/** Shorter prefixes are not searched, because too many words begin with them. */
const PREFIX_LENGTH_MIN = 3
const MISSPELLED_LENGTH_MIN = 5
/**
 * The weight of a word that begins with the word of the query, or differs from it by one letter.
 */
const PREFIX_WEIGHT = 0.375
const PREFIX_LOSS = 0.3
const MISSPELLED_WEIGHT = 0.45

/** Finds sections of the documentation by their words. */
export class DocumentationSearch {
  readonly #entries: readonly SearchEntry[]
  readonly #terms: ReadonlyMap<string, Postings>

  constructor({ entries, terms }: SearchIndex) {
    this.#entries = entries
    this.#terms = new Map(Object.entries(terms))
  }

  /** Returns the best results first: those with all words, or else with some. */
  find(query: string): readonly SearchEntry[] {
    const words = wordsOf(query.slice(0, QUERY_LENGTH_MAX)).slice(0, TERMS_MAX)
    const scores = words.map((word) => this.#scoresOf(word.toLowerCase()))
    const found = new Map<number, { score: number; words: number }>()
    for (const [entry, score] of scores.flatMap((ofWord) => [...ofWord])) {
      const earlier = found.get(entry) ?? { score: 0, words: 0 }
      found.set(entry, { score: earlier.score + score, words: earlier.words + 1 })
    }
    const all = [...found].filter(([, one]) => one.words === words.length)
    return (all.length > 0 ? all : [...found])
      .toSorted(([, one], [, other]) => other.score * other.words - one.score * one.words)
      .slice(0, RESULTS_MAX)
      .flatMap(([entry]) => this.#entries[entry] ?? [])
  }

  /**
   * Returns the entries with a word, with words that begin with it, or with words one letter away.
   */
  #scoresOf(word: string): ReadonlyMap<number, number> {
    const scores = new Map<number, number>()
    for (const [term, postings] of this.#terms) {
      const weight = weightOf(term, word)
      if (weight === 0) continue
      for (let at = 0; at < postings.length; at += 2) {
        const entry = postings[at] ?? 0
        scores.set(entry, (scores.get(entry) ?? 0) + (postings[at + 1] ?? 0) * weight)
      }
    }
    return scores
  }
}

function weightOf(term: string, word: string): number {
  if (term === word) return 1
  if (word.length >= PREFIX_LENGTH_MIN && term.startsWith(word)) {
    const further = term.length - word.length
    return (PREFIX_WEIGHT * term.length) / (term.length + PREFIX_LOSS * further)
  }
  const isMisspelled = word.length >= MISSPELLED_LENGTH_MIN && isOneChange(term, word)
  return isMisspelled ? (MISSPELLED_WEIGHT * term.length) / (term.length + 1) : 0
}

/** True if adding, removing or replacing one character turns one word into the other. */
function isOneChange(one: string, other: string): boolean {
  const further = one.length - other.length
  if (Math.abs(further) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return one.slice(at + (further >= 0 ? 1 : 0)) === other.slice(at + (further <= 0 ? 1 : 0))
}

/** Returns the words of a text. A name such as `createOrder` also gives its parts. */
export function wordsOf(text: string): string[] {
  const names = text.split(/[^\p{L}\p{N}_]+/u).filter((name) => name !== '')
  return names.flatMap((name) => {
    const parts = name.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '')
    return parts.length > 1 ? [name, ...parts] : [name]
  })
}

/** Returns the results as the content of a page. */
export function searchResults(query: string, entries: readonly SearchEntry[]): string {
  const shown = escapeHtml(query)
  if (entries.length === 0) {
    const text = query === '' ? 'Type what you look for.' : `Nothing is about “${shown}”.`
    return `<h1>Search</h1>\n<p>${text}</p>`
  }
  const items = entries.map(
    ({ href, title, page, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a>
<span class="page">${escapeHtml(page)}</span>
<p>${escapeHtml(excerptOf(text, query))}</p></li>`,
  )
  return `<h1>Search</h1>
<p>Results for “${shown}”:</p>
<ol class="results">
${items.join('\n')}
</ol>`
}

/** Returns the part of a text in which the first word of the query is. */
function excerptOf(text: string, query: string): string {
  const [word = ''] = wordsOf(query)
  const found = text.toLowerCase().indexOf(word.toLowerCase())
  const start = found < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', found - EXCERPT_LENGTH / 2) + 1
  const part = text.slice(start, start + EXCERPT_LENGTH).trim()
  return `${start > 0 ? '… ' : ''}${part}${text.length > start + EXCERPT_LENGTH ? ' …' : ''}`
}
