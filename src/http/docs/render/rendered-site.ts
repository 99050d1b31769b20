import type { Route } from '../../route.ts'
import { layOut, type NavGroup, type PageContent, type PageLink } from '../layout.ts'
import { readText } from '../project-text.ts'
import type { SearchIndex } from '../search.ts'
import { fieldNames } from './field-names.ts'
import { renderMarkdown, sectionsOf } from './markdown.ts'
import { llmsText, markdownPage } from './markdown-page.ts'
import { operationPage } from './operation-page.ts'
import { referenceOf, type Operation, type Reference } from './operations.ts'
import { fileAddresses, filesByName, REFERENCES, SIDEBAR, START, titleOf } from './pages.ts'
import { referenceIndex, referenceNav } from './reference-index.ts'
import { searchIndexOf, type SearchedText } from './search-index.ts'

/** A page before it is rendered. */
interface Page {
  readonly href: string
  readonly title: string
  content(): PageContent
  entries(): readonly SearchedText[]
}

/** The documentation of these routes, as `npm run build` writes it to files. */
export interface RenderedSite {
  /** The pages by their paths. */
  readonly pages: ReadonlyMap<string, string>
  /** The sidebar. */
  readonly groups: readonly NavGroup[]
  readonly search: SearchIndex
}

/** Renders every page. A page is served at its path; with `.md`, it is Markdown. */
export function renderSite(routes: readonly Route[]): RenderedSite {
  const guides = guidePages()
  const references = Object.entries(REFERENCES).map(([name, { title, audience }]) =>
    referencePages(referenceOf({ title, href: `/docs/${name}`, audience }, routes)),
  )
  const listed = [...guides, ...references.map(({ index }) => index)]
  const all = [...listed, ...references.flatMap(({ operations }) => operations)]
  const groups = groupsOf(listed)
  const html = all.map((page): [string, string] => [page.href, layOut(page.content(), groups)])
  const markdown = [...filesByName().keys()].map((name): [string, string] => {
    const path = `/docs/${name}.md`
    return [path, markdownPage(path) ?? '']
  })
  return {
    pages: new Map([...html, ...markdown, ['/llms.txt', llmsText()]]),
    groups,
    search: searchIndexOf(all.flatMap((page) => page.entries())),
  }
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
    .map(([title, names]) => ({ title, links: names.flatMap((name) => linkTo(byName.get(name))) }))
    .filter(({ links }) => links.length > 0)
}

function linkTo(page: Page | undefined): readonly PageLink[] {
  return page ? [{ href: page.href, title: page.title }] : []
}
