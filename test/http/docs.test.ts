import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { clientPackages, releasedFiles } from '../../src/http/docs/client-packages.ts'
import { ensureBuilt } from '../support/built.ts'
import type { Headers, Reply } from '../support/client.ts'
import { shareService } from '../support/service.ts'

const TYPE_OF_PAGES = 'text/html; charset=utf-8'
// The clock is stopped, so that a limit does not refill while it is used up.
const service = shareService({ clock: { now: systemClock.now, monotonic: () => 0 } })

beforeAll(ensureBuilt)

async function get(target: string, headers: Headers = {}): Promise<Reply> {
  const { http } = await service()
  return http.send({ method: 'GET', target, headers })
}

test.each([
  ['/docs', TYPE_OF_PAGES],
  ['/docs/signing', TYPE_OF_PAGES],
  ['/docs/reference', TYPE_OF_PAGES],
  ['/docs/admin-reference/listAlerts', TYPE_OF_PAGES],
  ['/docs/signing.md', 'text/markdown; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/docs/search?q=order', TYPE_OF_PAGES],
  ['/docs/site.css', 'text/css; charset=utf-8'],
  ['/docs/site.js', 'text/javascript; charset=utf-8'],
  ['/docs/tessera.py', 'text/plain; charset=utf-8'],
  ['/docs/tessera-sdk.tgz', 'application/gzip'],
  ['/docs/tessera-cli.tgz', 'application/gzip'],
])('%s loads nothing but our files, and can be cached', async (target, type) => {
  const reply = await get(target)

  expect(reply).toMatchObject({
    status: 200,
    headers: {
      'content-type': type,
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

test.each(['/docs', '/docs/signing', '/docs/tessera.py', '/docs/nothing'])(
  'HEAD %s has the status and headers of GET, and no body',
  async (target) => {
    const { http } = await service()
    const whole = await get(target)
    const head = await http.send({ method: 'HEAD', target })

    expect(head).toMatchObject({ status: whole.status, text: '' })
    for (const name of ['content-type', 'content-length', 'etag']) {
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
    }
  },
)

test('405: another method than GET and HEAD', async () => {
  const { http } = await service()

  expect(await http.send({ method: 'POST', target: '/docs/signing' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  })
})

test.each([
  ['/docs/', '/docs'],
  ['/docs/signing/', '/docs/signing'],
])('%s, with a slash at its end, leads to %s', async (target, location) => {
  expect(await get(target)).toMatchObject({ status: 308, headers: { location }, text: '' })
})

test.each([
  '/docs/nothing',
  '/docs/nothing/',
  '/docs/%0d%0ax:/',
  '/docs/reference/nothing',
  '/docs/signing/nothing',
  '/docs/nothing.md',
])('404: %s is not a page', async (target) => {
  expect(await get(target)).toMatchObject({
    status: 404,
    headers: { 'cache-control': 'no-store' },
    body: { error: { code: 'RESOURCE_NOT_FOUND' } },
  })
})

test('404: a browser gets a page with the menu, and a program the error', async () => {
  const reply = await get('/docs/nothing', { accept: 'text/html' })

  expect(reply).toMatchObject({ status: 404, headers: { 'content-type': TYPE_OF_PAGES } })
  expect(reply.text).toContain('href="/docs/quickstart"')
})

/** The files of a package that its package.json does not list in `files`. */
const NOT_PACKED = /^(src|tsconfig|vite\.config)/

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.|LICENSE/.test(name))
    .toSorted()
}

test.for(['sdk', 'cli'])(
  'the package tessera-%s.tgz is equal to what npm makes of its folder',
  async (folder) => {
    const { url } = await service()
    const bytes = Buffer.from(
      await (await fetch(`${url}/docs/tessera-${folder}.tgz`)).arrayBuffer(),
    )
    const directory = mkdtempSync(join(tmpdir(), 'tessera-package-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))

    execFileSync('tar', ['-xz', '-C', directory], { input: bytes })
    const packed = join(directory, 'package')
    expect(filesIn(packed)).toEqual(filesIn(folder).filter((name) => !NOT_PACKED.test(name)))
    for (const name of filesIn(packed)) {
      expect(readFileSync(join(packed, name)).equals(readFileSync(join(folder, name)))).toBe(true)
    }
  },
)

test('each released version of a client has its bytes, at an address that never changes', async () => {
  const lines = releasedFiles().map(async (file) => {
    const { url } = await service()
    const response = await fetch(`${url}/docs/${file}`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const etag = response.headers.get('etag') ?? ''
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await get(`/docs/${file}`, { 'if-none-match': etag })).toMatchObject({ status: 304 })
    return `${createHash('sha512').update(bytes).digest('hex')}  ${file}\n`
  })

  expect((await Promise.all(lines)).join('')).toBe(readFileSync('released/checksums.txt', 'utf8'))
  expect(new Set(releasedFiles())).toEqual(
    new Set(readdirSync('released').filter((name) => /\.(tgz|whl)$/.test(name))),
  )
  expect((await get('/docs/tessera-sdk-0.0.0.tgz')).status).toBe(404)
  expect((await get('/docs/tessera-..%2Fpackage.json')).status).toBe(404)
})

test.for(clientPackages())(
  'the built client $client is equal to the released one, or has a new version',
  async ({ client, version, file, make }) => {
    const built = make()
    const reply = await fetch(`${(await service()).url}/docs/${file}`)
    const served = Buffer.from(await reply.arrayBuffer())

    const remedy = `raise the version of ${client} (${version}), and npm run release:clients`
    expect(served.equals(built) ? 'the same bytes' : remedy).toBe('the same bytes')
    const isReleased = releasedFiles().includes(file)
    expect(reply.headers.get('cache-control')?.includes('immutable')).toBe(isReleased)
  },
)

test('pip installs the wheel, and Python imports its version', async () => {
  const wheel = clientPackages().find(({ client }) => client === 'python')
  const directory = mkdtempSync(join(tmpdir(), 'tessera-wheel-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, String(wheel?.file))
  writeFileSync(file, wheel?.make() ?? '')

  const install = ['-m', 'pip', 'install', '-q', '--no-index', '--no-cache-dir', '--target']
  execFileSync('python3', [...install, join(directory, 'site'), file])
  const shown = execFileSync('python3', ['-c', 'import tessera; print(tessera.__version__)'], {
    env: { PATH: process.env['PATH'], PYTHONPATH: join(directory, 'site') },
    encoding: 'utf8',
  })
  expect(shown.trim()).toBe(wheel?.version)
})

test.for(['quickstart', 'sdk', 'cli', 'python'])(
  'the commands of the guide "%s" install the present version; -u writes it',
  async (name) => {
    const path = `docs/guides/${name}.md`
    const text = clientPackages().reduce(
      (guide, { file, version }) => {
        const [head = '', tail = ''] = file.split(version)
        return guide.replaceAll(new RegExp(`${head}\\d[\\d.]*\\d${tail}`, 'g'), file)
      },
      readFileSync(path, 'utf8'),
    )
    expect(text).toMatch(/docs\/tessera-/)
    await expect(text).toMatchFileSnapshot(`../../${path}`)
  },
)

test('the start page leads a browser to console, portal and docs, and is 404 for programs', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const start = await get('/', { accept })

  expect(start).toMatchObject({
    status: 200,
    headers: { 'content-type': TYPE_OF_PAGES, vary: 'accept' },
  })
  expect(start.headers['content-security-policy']).not.toContain('unsafe')
  const links = Array.from(start.text.matchAll(/<li><a href="([^"]*)"/g), ([, to = '']) => to)
  expect(links).toEqual(['/console', '/portal', '/docs/quickstart', '/docs'])
  for (const link of links) expect((await get(link, { accept })).status).toBe(200)
  const etag = String(start.headers['etag'])
  expect((await get('/', { accept, 'if-none-match': etag })).status).toBe(304)
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

test('429: all clients share one limit of searches', async () => {
  // On a busy machine, 101 searches may take so long that none is refused.
  await expect.poll(searchTooOften).toMatchObject({
    headers: { 'retry-after': '1' },
    body: { error: { code: 'RATE_LIMIT_EXCEEDED' } },
  })
})
