import { readdirSync, readFileSync } from 'node:fs'
import { etagOf } from '../etag.ts'
import { openApiDocument, type Audience } from '../openapi/document.ts'
import type { Route } from '../route.ts'
import { layOut, type NavGroup, type PageContent } from './layout.ts'
import { renderMarkdown, type Rendered } from './markdown.ts'
import type { ReferenceDocument } from './reference-document.ts'
import { referenceOf } from './reference.ts'

/** A file of the site as it is sent. */
export interface SiteFile {
  readonly bytes: Buffer
  readonly etag: string
}

/** The documentation, rendered once. */
export interface Site {
  readonly start: SiteFile
  readonly style: SiteFile
  /** By the name of the page in its address. */
  readonly pages: ReadonlyMap<string, SiteFile>
}

const PROJECT = new URL('../../../', import.meta.url)
const GUIDES = 'docs/guides'
const START = 'docs/start.md'
const STYLE = 'docs/site.css'
/** Pages that are no guides, by their names. */
const OTHERS: Readonly<Record<string, string>> = {
  signing: 'docs/signing.md',
  errors: 'docs/errors.md',
  changelog: 'CHANGELOG.md',
}
/** Pages that are made from the OpenAPI documents. */
const REFERENCES: Readonly<Record<string, readonly [title: string, Audience]>> = {
  reference: ['API reference', 'partners'],
  'admin-reference': ['API reference for operators', 'operators'],
}
/** Files that have other addresses than /docs. */
const ADDRESSES: Readonly<Record<string, string>> = {
  [START]: '/docs',
  'docs/openapi.json': '/openapi.json',
  'docs/admin-openapi.json': '/admin/openapi.json',
}
/** The order of the sidebar. Guides that it does not name are at its end. */
const SIDEBAR: Readonly<Record<string, readonly string[]>> = {
  Start: ['quickstart', 'sandbox', 'going-live'],
  Guides: ['orders', 'wallets', 'events', 'webhooks', 'idempotency'],
  Clients: ['sdk', 'python', 'cli'],
  Reference: ['reference', 'signing', 'errors', 'versioning', 'changelog', 'admin-reference'],
}

/** Reads and renders every page, and the reference of these routes. */
export function renderSite(routes: readonly Route[]): Site {
  const files = filesByName()
  const addresses = new Map(Object.entries(ADDRESSES))
  for (const [name, file] of files) addresses.set(file, `/docs/${name}`)
  const render = (file: string): Rendered =>
    renderMarkdown(readText(file), file, (linked) => addresses.get(linked))
  const contents = new Map<string, PageContent>()
  for (const [name, file] of files) {
    contents.set(name, { ...render(file), href: `/docs/${name}` })
  }
  for (const [name, [title, audience]] of Object.entries(REFERENCES)) {
    const document = openApiDocument(audience, routes) as ReferenceDocument
    const rendered = renderMarkdown(referenceOf(document, title), name, () => undefined)
    contents.set(name, { ...rendered, href: `/docs/${name}` })
  }
  const groups = groupsOf(contents)
  const pages = new Map<string, SiteFile>()
  for (const [name, content] of contents) pages.set(name, fileOf(layOut(content, groups)))
  const start = { ...render(START), href: '/docs' }
  return { start: fileOf(layOut(start, groups)), style: fileOf(readText(STYLE)), pages }
}

function filesByName(): Map<string, string> {
  const guides = readdirSync(new URL(GUIDES, PROJECT))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name): [string, string] => [name.slice(0, -'.md'.length), `${GUIDES}/${name}`])
  return new Map([...guides, ...Object.entries(OTHERS)])
}

function groupsOf(contents: ReadonlyMap<string, PageContent>): NavGroup[] {
  const named = Object.values(SIDEBAR).flat()
  const rest = [...contents.keys()].filter((name) => !named.includes(name))
  return Object.entries({ ...SIDEBAR, More: rest })
    .map(([title, names]) => ({ title, links: names.flatMap((name) => contents.get(name) ?? []) }))
    .filter(({ links }) => links.length > 0)
}

function readText(file: string): string {
  return readFileSync(new URL(file, PROJECT), 'utf8')
}

function fileOf(text: string): SiteFile {
  const bytes = Buffer.from(text)
  return { bytes, etag: etagOf(bytes) }
}
