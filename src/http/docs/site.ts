import { existsSync, readFileSync } from 'node:fs'
import { PROJECT, Refusal } from '../../core/mod.ts'
import { etagOf } from '../responses/etag.ts'
import { clientPackage, packageFile, type Client } from './client-packages.ts'
import { layOut, type NavGroup } from './layout.ts'
import { readText } from './project-text.ts'
import { DocumentationSearch, searchResults, type SearchIndex } from './search.ts'
import { startPage } from './start-page.ts'

/** The pages as `npm run build` writes them (`scripts/render-docs.js`). */
export const SITE = new URL('site/dist/', PROJECT)
export const SITE_FILE = 'site.json'
export const SEARCH_FILE = 'search.json'

/** The content of `site.json`: the paths of all pages, and the sidebar. */
export interface SiteIndex {
  readonly paths: readonly string[]
  readonly groups: readonly NavGroup[]
}

/** A page or file as it is sent. */
export interface SiteFile {
  readonly bytes: Buffer
  readonly etag: string
}

/** A package of a client. */
export interface Package extends SiteFile {
  readonly contentType: string
  /** True if the bytes at its address never change. */
  readonly isReleased: boolean
}

/** Returns the file of the page at a path, below the folder of all pages. */
export function fileOfPage(path: string): string {
  return path.slice(1) + (/\.(md|txt)$/.test(path) ? '' : '.html')
}

/** The documentation, in files that the build has rendered. */
export class Site {
  readonly #paths: ReadonlySet<string>
  readonly #groups: readonly NavGroup[]
  #search: DocumentationSearch | undefined

  /** Refuses not_found if the documentation was not built. */
  constructor() {
    if (!existsSync(new URL(SITE_FILE, SITE))) {
      throw new Refusal('not_found', 'the documentation was not built: npm run build')
    }
    const { paths, groups } = readJson(SITE_FILE) as SiteIndex
    this.#paths = new Set(paths)
    this.#groups = groups
  }

  /** Returns a page by its path, or undefined if there is none. With `.md`, it is Markdown. */
  page(path: string): SiteFile | undefined {
    return this.#paths.has(path) ? fileOf(readFileSync(new URL(fileOfPage(path), SITE))) : undefined
  }

  /** Returns the page for an address without a page. */
  missing(): SiteFile {
    const html = '<h1>No such page</h1>\n<p>The menu and the search lead to the others.</p>\n'
    return fileOf(layOut({ title: 'No such page', href: '', html }, this.#groups))
  }

  /** Returns the page with the results. */
  search(query: string): SiteFile {
    this.#search ??= new DocumentationSearch(readJson(SEARCH_FILE) as SearchIndex)
    const html = searchResults(query, this.#search.find(query))
    return fileOf(layOut({ title: 'Search', href: '/docs/search', html, query }, this.#groups))
  }
}

/** Returns the page at the root of the service. */
export function startFile(shown: { readonly hasConsole: boolean }): SiteFile {
  return fileOf(startPage(shown))
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, SITE), 'utf8'))
}

/** The other files: those that pages load, and downloads. */
const ASSETS = {
  'site.css': () => readText('site/site.css'),
  'site.js': () => readText('site/site.js'),
  'tessera.py': () => readText('sdk-python/tessera.py'),
  'tessera-sdk.tgz': () => newestOf('sdk'),
  'tessera-cli.tgz': () => newestOf('cli'),
}
export type AssetName = keyof typeof ASSETS

export function assetFile(name: AssetName): SiteFile {
  return fileOf(ASSETS[name]())
}

/** The packages by their file names. Each is made when it is first requested. */
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

function fileOf(content: string | Buffer): SiteFile {
  const bytes = Buffer.from(content)
  return { bytes, etag: etagOf(bytes) }
}
