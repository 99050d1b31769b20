import { expect, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import type { Headers, Reply } from '../support/client.ts'
import { shareService } from '../support/service.ts'

// Time stands still, so that a limit does not renew itself while it is used up.
const service = shareService({ clock: { now: systemClock.now, monotonic: () => 0 } })

async function get(target: string, headers: Headers = {}): Promise<Reply> {
  const { http } = await service()
  return http.send({ method: 'GET', target, headers })
}

test.each([
  ['/docs', 'text/html'],
  ['/docs/signing', 'text/html'],
  ['/docs/reference', 'text/html'],
  ['/docs/admin-reference/listAlerts', 'text/html'],
  ['/docs/search?q=order', 'text/html'],
  ['/docs/site.css', 'text/css'],
  ['/docs/site.js', 'text/javascript'],
])('%s loads nothing but our files, and can be cached', async (target, type) => {
  const reply = await get(target)

  expect(reply).toMatchObject({
    status: 200,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    },
  })
  const etag = String(reply.headers.etag)
  expect(await get(target, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
})

test.each(['/docs/nothing', '/docs/reference/nothing', '/docs/signing/nothing'])(
  '404: %s is no page',
  async (target) => {
    expect(await get(target)).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store' },
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    })
  },
)

test('the start sends a browser to the documentation, and is no path for programs', async () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  expect(await get('/', { accept: browser })).toMatchObject({
    status: 302,
    headers: { location: '/docs', vary: 'accept' },
  })
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const unknown = await get('/nothing', headers)
    const reply = await get('/', headers)
    expect(reply).toMatchObject({ status: 404, body: unknown.body })
    expect(reply.headers['content-type']).toBe(unknown.headers['content-type'])
  }
})

test.each(['', '?q=', '?q=a&q=b', `?q=${'a%20'.repeat(300)}`, '?q=%3Cscript%3E'])(
  'a search can be empty, twice, long or HTML: %s',
  async (query) => {
    const reply = await get(`/docs/search${query}`)

    expect(reply.status).toBe(200)
    expect(reply.text.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/site.js">'])
  },
)

async function searchTooOften(): Promise<Reply | undefined> {
  const replies = await Promise.all(Array.from({ length: 101 }, () => get('/docs/search')))
  return replies.find(({ status }) => status === 429)
}

test('429: searches are limited for everybody together', async () => {
  // A busy machine may take so long for 101 searches that none of them is refused.
  await expect.poll(searchTooOften).toMatchObject({
    headers: { 'retry-after': '1' },
    body: { error: { code: 'RATE_LIMIT_EXCEEDED' } },
  })
})
