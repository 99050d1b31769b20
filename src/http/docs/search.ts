import MiniSearch from 'minisearch'
import { escapeHtml } from './html.ts'

/** What can be found: a section of a page, or an operation. */
export interface SearchEntry {
  readonly href: string
  /** The heading, or the name of the operation. */
  readonly title: string
  /** The page that it is on. */
  readonly page: string
  readonly text: string
  /** Names that lead to it, and are not shown: those of the fields of an operation. */
  readonly names?: string
}

const RESULTS_MAX = 20
/** Most readers are partners: what is equal for operators comes after it. */
const OPERATOR_WEIGHT = 0.5
const QUERY_LENGTH_MAX = 100
const TERMS_MAX = 8
const EXCERPT_LENGTH = 160

/** Finds sections of the documentation by their words. */
export class DocumentationSearch {
  readonly #entries: readonly SearchEntry[]
  readonly #index: MiniSearch<SearchEntry & { id: number }>

  private constructor(entries: readonly SearchEntry[]) {
    this.#entries = entries
    this.#index = new MiniSearch({
      fields: ['title', 'page', 'text', 'names'],
      tokenize: wordsOf,
      searchOptions: {
        boost: { title: 4, page: 2 },
        boostDocument: (id) => (isForOperators(entries[Number(id)]) ? OPERATOR_WEIGHT : 1),
        // A letter or two begin most words.
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 ? 1 : false),
        tokenize: (text) => wordsOf(text).slice(0, TERMS_MAX),
      },
    })
  }

  /** Reads the entries in small parts, between which other requests are served. */
  static async open(entries: readonly SearchEntry[]): Promise<DocumentationSearch> {
    const search = new DocumentationSearch(entries)
    await search.#index.addAllAsync(entries.map((entry, id) => ({ ...entry, id })))
    return search
  }

  /** Returns the best results first: those with all words, or else with some. */
  find(query: string): readonly SearchEntry[] {
    const text = query.slice(0, QUERY_LENGTH_MAX)
    const all = this.#index.search(text, { combineWith: 'AND' })
    const found = all.length > 0 ? all : this.#index.search(text)
    return found.slice(0, RESULTS_MAX).flatMap(({ id }) => this.#entries[Number(id)] ?? [])
  }
}

function isForOperators(entry: SearchEntry | undefined): boolean {
  return entry?.href.startsWith('/docs/admin-reference') === true
}

/** Returns the words of a text, those of a name such as `createOrder` beside the name. */
function wordsOf(text: string): string[] {
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
