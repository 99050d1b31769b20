import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { referenceOf } from '../../src/http/docs/render/operations.ts'
import { renderSite } from '../../src/http/docs/render/rendered-site.ts'
import { DocumentationSearch } from '../../src/http/docs/search.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { readPage } from '../docs/markdown.ts'

const ATTRIBUTE = /\s(?:href|src|action)="([^"]*)"/g
/** Paths that are not pages, which pages may link to. */
const OTHERS = [
  '/llms.txt',
  '/openapi.json',
  '/admin/openapi.json',
  '/docs/search',
  '/docs/site.css',
  '/docs/tessera.py',
  '/docs/tessera-sdk.tgz',
  '/docs/tessera-cli.tgz',
]
const AUDIENCES = { partners: '/docs/reference', operators: '/docs/admin-reference' } as const

const site = renderSite(ROUTES)
const search = new DocumentationSearch(site.search)
/** Every page that can be reached from the first one. */
const pages = new Map<string, string>()

beforeAll(() => {
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = OTHERS.includes(path) ? undefined : site.pages.get(path)
    if (text === undefined || pages.has(path)) continue
    pages.set(path, text)
    waiting.push(...linksOf(text).map((href) => href.split('#')[0] ?? ''))
  }
})

function linksOf(text: string): string[] {
  return Array.from(text.matchAll(ATTRIBUTE), ([, href = '']) => href)
}

function operationIds(audience: keyof typeof AUDIENCES): string[] {
  const { paths } = openApiDocument(audience, ROUTES) as { paths: object }
  return Object.values(paths)
    .flatMap((path: object) => Object.values(path))
    .map(({ operationId }: { operationId: string }) => operationId)
}

test('each link and anchor of each page leads somewhere', () => {
  const served = new Set([...OTHERS, '/docs/site.js'])
  const dead = [...pages].flatMap(([page, text]) =>
    linksOf(text)
      .filter((href) => !/^https?:/.test(href))
      .filter((href) => {
        const [path = '', anchor] = href.split('#')
        const target = pages.get(path || page)
        if (anchor) return !target?.includes(` id="${anchor}"`)
        return target === undefined && !served.has(path)
      })
      .map((href) => `${page}: ${href}`),
  )

  expect(pages.size).toBeGreaterThan(100)
  expect(dead).toEqual([])
})

function markdownLinksOf(path: string): string[] {
  const text = site.pages.get(path) ?? ''
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, href = '']) => href)
}

test('the list for language models links each guide, and the links of these guides work', () => {
  const listed = markdownLinksOf('/llms.txt').filter((href) => href.endsWith('.md'))
  const names = readdirSync('docs/guides').map((name) => `/docs/${name}`)
  const served = new Set([...OTHERS, ...pages.keys()])

  const dead = listed.flatMap((page) =>
    markdownLinksOf(page)
      .map((href) => href.split('#')[0] ?? '')
      .filter((path) => !/^(https?:|$)/.test(path) && !served.has(path) && !site.pages.has(path))
      .map((path) => `${page}: ${path}`),
  )

  expect(names.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((page) => !site.pages.has(page))).toEqual([])
  expect(dead).toEqual([])
  expect(markdownLinksOf('/docs/quickstart.md')).toContain('/docs/errors.md#insufficient_funds')
})

test('each page has one title, our style and script, and nothing inline', () => {
  for (const [page, text] of pages) {
    expect([page, text.match(/<h1>/g)?.length]).toEqual([page, 1])
    expect(text.match(/<(?:link|img|iframe|object|embed|script)[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/docs/site.css">',
      '<script src="/docs/site.js">',
    ])
    expect(text).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
  }
})

test.each(['partners', 'operators'] as const)(
  'the reference for %s lists every operation, and each has a page with a request',
  (audience) => {
    const ids = operationIds(audience)
    const index = pages.get(AUDIENCES[audience]) ?? ''

    expect(ids.length).toBeGreaterThan(10)
    for (const id of ids) {
      const href = `${AUDIENCES[audience]}/${id}`
      expect(index).toContain(`<a href="${href}">${id}</a>`)
      expect(pages.get(href)).toMatch(new RegExp(`<h1>${id}</h1>[^]*<h2 id="request">`))
    }
  },
)

test('the page of an operation has the fields of lists, code in four languages, and its errors', () => {
  const page = pages.get('/docs/reference/createOrder') ?? ''

  expect(page).toMatch(
    /<summary>Fields of items<\/summary>[^]*<code>quantity<\/code> <span class="type">integer/,
  )
  expect(Array.from(page.matchAll(/data-tab="(\w+)"/g), ([, label]) => label)).toEqual([
    'tessera',
    'curl',
    'TypeScript',
    'Python',
  ])
  expect(page.replaceAll(/<[^>]+>/g, '')).toContain('await tessera.orders.create({')
  expect(page).toMatch(/402[^]*BUSINESS_RULE_VIOLATION[^]*"\/docs\/errors#insufficient_funds"/)
})

test('each signed operation shows how the SDK calls it', () => {
  const target = { audience: 'partners', title: 'API reference', href: AUDIENCES.partners } as const
  const signed = referenceOf(target, ROUTES)
    .groups.flatMap(({ operations }) => operations)
    .filter(({ security }) => security.length > 0)

  const without = signed.filter(({ href }) => !pages.get(href)?.includes('data-tab="TypeScript"'))
  expect(signed.length).toBeGreaterThan(15)
  expect(without.map(({ operationId }) => operationId)).toEqual([])
})

test('code in several languages, one after the other, is one block with tabs', () => {
  const [, tabs = ''] = (pages.get('/docs/signing') ?? '').split('<div class="tabs">')

  expect(tabs).toMatch(/^\s*<div data-tab="\w+">/)
})

test('the links to the previous and the next page follow the order of the sidebar', () => {
  const page = pages.get('/docs/sandbox') ?? ''

  expect(page).toContain('<a href="/docs/quickstart" rel="prev">')
  expect(page).toContain('<a href="/docs/going-live" rel="next">')
})

test.each([
  ['retry after', '/docs/idempotency#when-to-repeat'],
  ['create order', '/docs/reference/createOrder'],
  ['createOrder', '/docs/reference/createOrder'],
  ['POST /v2/quotes', '/docs/reference/createQuote'],
  ['insufficent funds', '/docs/errors#insufficient_funds'],
  ['second signature', '/docs/signing#the-second-signature'],
  ['denominationType', '/docs/reference/listProducts'],
  ['previousSecretExpiresAt', '/docs/reference/rotateWebhookSecret'],
  ['itemReference', '/docs/reference/createOrder'],
])('the search for "%s" finds %s among the first five', (query, href) => {
  const results = search.find(query).slice(0, 5)

  expect(results.map((one) => one.href)).toContainEqual(expect.stringMatching(`^${href}`))
})

test('guides are pages under the names of their files', () => {
  for (const [, name] of readPage('docs/start.md').matchAll(/\(guides\/(\w[\w-]*)\.md\)/g)) {
    expect(pages.has(`/docs/${name}`)).toBe(true)
  }
})
