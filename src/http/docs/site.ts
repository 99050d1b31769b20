import { etagOf } from '../etag.ts'
import type { Route } from '../route.ts'
import { clientPackage, packageFile, type Client } from './client-packages.ts'
import { fieldNames } from './field-names.ts'
import { layOut, type NavGroup, type PageContent } from './layout.ts'
import { renderMarkdown, sectionsOf } from './markdown.ts'
import { llmsText, markdownPage } from './markdown-page.ts'
import { operationPage } from './operation-page.ts'
import { referenceOf, type Operation, type Reference } from './operations.ts'
import { fileAddresses, filesByName, readText, REFERENCES } from './pages.ts'
import { SIDEBAR, START, titleOf } from './pages.ts'
import { referenceIndex, referenceNav } from './reference-index.ts'
import { startPage } from './start-page.ts'
import { DocumentationSearch, searchResults, type SearchEntry } from './search.ts'

/** A page or file as it is sent. */
export interface SiteFile {
  readonly bytes: Buffer
  readonly etag: string
}

/** A package of a client. */
export interface Package extends SiteFile {
  readonly contentType: string
  /** True if its address never has other bytes. */
  readonly isReleased: boolean
}

/** A page before it is rendered. */
interface Page {
  readonly href: string
  readonly title: string
  content(): PageContent
  entries(): readonly SearchEntry[]
}

/** The documentation. A page is rendered when it is first requested, and stays in memory. */
export class Site {
  /** By their paths. */
  readonly #pages: ReadonlyMap<string, Page>
  readonly #groups: readonly NavGroup[]
  readonly #rendered = new Map<string, SiteFile>()
  #search: Promise<DocumentationSearch> | undefined

  constructor(routes: readonly Route[]) {
    const guides = guidePages()
    const references = Object.entries(REFERENCES).map(([name, { title, audience }]) =>
      referencePages(referenceOf({ title, href: `/docs/${name}`, audience }, routes)),
    )
    const listed = [...guides, ...references.map(({ index }) => index)]
    const all = [...listed, ...references.flatMap(({ operations }) => operations)]
    this.#pages = new Map(all.map((page) => [page.href, page]))
    this.#groups = groupsOf(listed)
  }

  /** Returns a page by its path, or undefined if there is none. With `.md`, it is Markdown. */
  page(path: string): SiteFile | undefined {
    const rendered = this.#rendered.get(path)
    if (rendered) return rendered
    const content = this.#contentOf(path)
    if (content === undefined) return undefined
    const file = fileOf(content)
    this.#rendered.set(path, file)
    return file
  }

  #contentOf(path: string): string | undefined {
    if (path === '/llms.txt') return llmsText()
    if (path.endsWith('.md')) return markdownPage(path)
    const page = this.#pages.get(path)
    return page && layOut(page.content(), this.#groups)
  }

  /** Returns the page at the root of the service. */
  start(shown: { readonly hasConsole: boolean }): SiteFile {
    return fileOf(startPage(shown))
  }

  /** Returns what a browser gets where no page is. */
  missing(): SiteFile {
    const html = '<h1>No such page</h1>\n<p>The menu and the search lead to the others.</p>\n'
    return fileOf(layOut({ title: 'No such page', href: '', html }, this.#groups))
  }

  /** Returns the page of what is found. */
  async search(query: string): Promise<SiteFile> {
    const pages = [...this.#pages.values()]
    this.#search ??= DocumentationSearch.open(pages.flatMap((page) => page.entries()))
    const html = searchResults(query, (await this.#search).find(query))
    return fileOf(layOut({ title: 'Search', href: '/docs/search', html, query }, this.#groups))
  }
}

/** The files beside the pages: what they load, and what readers download. */
const ASSETS = {
  'site.css': () => readText('docs/site.css'),
  'site.js': () => readText('docs/site.js'),
  'tessera.py': () => readText('sdk-python/tessera.py'),
  'tessera-sdk.tgz': () => newestOf('sdk'),
  'tessera-cli.tgz': () => newestOf('cli'),
}
export type AssetName = keyof typeof ASSETS

export function assetFile(name: AssetName): SiteFile {
  return fileOf(ASSETS[name]())
}

/** By their names. They are made when they are first requested. */
const packages = new Map<string, Package>()

function newestOf(client: Client): Buffer {
  const { file, make } = clientPackage(client)
  return packageFile(file)?.bytes ?? make()
}

/** Returns a package of a client by the name that has its version. */
export function versionedFile(name: string): Package | undefined {
  const packed = packages.get(name)
  if (packed) return packed
  const found = packageFile(name)
  if (!found) return undefined
  const contentType = name.endsWith('.tgz') ? 'application/gzip' : 'application/zip'
  const file = { ...fileOf(found.bytes), contentType, isReleased: found.isReleased }
  packages.set(name, file)
  return file
}

function guidePages(): Page[] {
  const addresses = fileAddresses()
  const pages = [...filesByName()].map(([name, file]) => ({ href: `/docs/${name}`, file }))
  return [{ href: '/docs', file: START }, ...pages].map(({ href, file }) => {
    const text = readText(file)
    const title = titleOf(text, file)
    return {
      href,
      title,
      content: () => ({ ...renderMarkdown(text, file, (linked) => addresses.get(linked)), href }),
      entries: () =>
        sectionsOf(text).sections.map(({ heading, text: content }) => ({
          href: heading ? `${href}#${heading.id}` : href,
          title: heading?.text ?? title,
          page: title,
          text: content,
        })),
    }
  })
}

function referencePages(reference: Reference): { index: Page; operations: Page[] } {
  const { href, title } = reference
  const operations = reference.groups.flatMap((group) => group.operations)
  const file = `${href.slice(1)}.md`
  const about = readText(file)
  const addresses = fileAddresses()
  const index: Page = {
    href,
    title,
    content: () => {
      const { html } = renderMarkdown(about, file, (linked) => addresses.get(linked))
      return { title, href, html: html + referenceIndex(reference) }
    },
    entries: () => [{ href, title, page: title, text: about }],
  }
  return { index, operations: operations.map((one) => operationEntry(one, reference)) }
}

function operationEntry(operation: Operation, reference: Reference): Page {
  const { href, operationId: title, method, path, summary, description = '' } = operation
  return {
    href,
    title,
    content: () => ({
      title,
      href,
      nav: referenceNav(reference, operation),
      html: operationPage(operation, reference),
    }),
    entries: () => {
      const text = `${method} ${path} ${summary}. ${description}`
      const names = fieldNames(operation, reference.document).join(' ')
      return [{ href, title, page: reference.title, text, names }]
    },
  }
}

function groupsOf(pages: readonly Page[]): NavGroup[] {
  const byName = new Map(pages.map((page) => [page.href.slice('/docs/'.length), page]))
  const named = Object.values(SIDEBAR).flat()
  const rest = [...byName.keys()].filter((name) => name !== '' && !named.includes(name))
  return Object.entries({ ...SIDEBAR, More: rest })
    .map(([title, names]) => ({ title, links: names.flatMap((name) => byName.get(name) ?? []) }))
    .filter(({ links }) => links.length > 0)
}

function fileOf(content: string | Buffer): SiteFile {
  const bytes = Buffer.from(content)
  return { bytes, etag: etagOf(bytes) }
}
