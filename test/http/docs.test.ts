import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { openService, type RunningService } from '../support/service.ts'
import type { Headers, Reply } from '../support/client.ts'

const GUIDES = readdirSync(join(import.meta.dirname, '../../docs/guides'))
const NAMES = [
  ...GUIDES.filter((name) => name.endsWith('.md')).map((name) => name.replace(/\.md$/, '')),
  'signing',
  'errors',
  'changelog',
  'reference',
  'admin-reference',
]
const PAGES = ['/docs', ...NAMES.map((name) => `/docs/${name}`)]
const ATTRIBUTE = /\s(?:href|src)="([^"]*)"/g

let service: RunningService
let texts: Map<string, string>

beforeAll(async () => {
  service = await openService()
  texts = new Map()
  for (const page of PAGES) texts.set(page, (await get(page)).text)
})

afterAll(() => service.end())

function get(target: string, headers: Headers = {}): Promise<Reply> {
  return service.http.send({ method: 'GET', target, headers })
}

function linksOf(text: string): string[] {
  return Array.from(text.matchAll(ATTRIBUTE), ([, href = '']) => href)
}

test.each(PAGES)(
  '%s is HTML that runs no script, can be cached, and is in the sidebar',
  async (page) => {
    const reply = await get(page)

    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'self';"),
        'cache-control': 'public, no-cache',
        'x-content-type-options': 'nosniff',
      },
    })
    expect(reply.text).not.toMatch(/<script|<[^>]*\s(?:style|on\w+)=/)
    expect(reply.text.match(/<h1>/g)).toHaveLength(1)
    expect(linksOf(texts.get('/docs') ?? '')).toContain(page)
    const etag = String(reply.headers.etag)
    expect(await get(page, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
  },
)

test('each link and anchor of each page leads somewhere', async () => {
  const dead: string[] = []
  const statuses = new Map<string, number>()
  for (const [page, text] of texts) {
    for (const link of linksOf(text).filter((href) => !/^https?:/.test(href))) {
      const [path = '', anchor] = link.split('#')
      const target = path || page
      if (!statuses.has(target)) statuses.set(target, (await get(target)).status)
      const hasAnchor = !anchor || texts.get(target)?.includes(` id="${anchor}"`)
      if (statuses.get(target) !== 200 || !hasAnchor) dead.push(`${page}: ${link}`)
    }
  }

  expect(dead).toEqual([])
})

test('pages load the style of this service and nothing else', async () => {
  for (const text of texts.values()) {
    expect(text.match(/<(?:link|img|iframe|object|embed)[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/docs/site.css">',
    ])
  }
  const style = await get('/docs/site.css')
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(style.text).not.toMatch(/url\(|@import/)
})

test.each([
  ['partners', '/docs/reference'],
  ['operators', '/docs/admin-reference'],
] as const)('the reference for %s has a section for each operation', (audience, page) => {
  const { paths } = openApiDocument(audience, ROUTES) as { paths: object }
  const operations = Object.values(paths).flatMap((path: object) => Object.values(path))
  const ids = operations.map(({ operationId }: { operationId: string }) => operationId)
  const text = texts.get(page) ?? ''

  expect(ids.length).toBeGreaterThan(10)
  expect(ids.filter((id) => !text.includes(`<h2 id="${id.toLowerCase()}">${id} `))).toEqual([])
})

test('the reference shows the fields of a body, those of its lists included', () => {
  const [, section = ''] = (texts.get('/docs/reference') ?? '').split('<h2 id="createorder">')

  expect(section).toMatch(
    /<td><code>items\[\]\.quantity<\/code><\/td>\s*<td>integer<\/td>\s*<td>yes<\/td>/,
  )
})

test('an unknown page gets the usual 404', async () => {
  expect(await get('/docs/nothing')).toMatchObject({
    status: 404,
    headers: { 'cache-control': 'no-store' },
    body: { error: { code: 'RESOURCE_NOT_FOUND' } },
  })
})
