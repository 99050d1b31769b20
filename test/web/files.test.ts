import { readFileSync, statSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { PROJECT } from '../../src/core/mod.ts'
import { shareService } from '../support/service.ts'

const service = shareService()
const DIST = new URL('web/dist/', PROJECT)

interface Load {
  /** Maximum of compressed bytes that a browser loads before a page is shown, without data. */
  readonly most: number
  readonly entries: readonly string[]
  /** A page that is loaded with everything that it imports later. */
  readonly page?: string
}

const LOADS: Readonly<Record<string, Load>> = {
  'the sign-in': { most: 118_000, entries: ['index.html'] },
  'the overview, with its charts': {
    most: 197_000,
    entries: ['index.html', 'src/console/application.tsx'],
    page: 'src/console/overview.tsx',
  },
}

/** A built file, by the module from which it was built. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/** Returns the bytes as they are sent. */
async function sentTo(url: string, accepted: string): Promise<{ coding: unknown; bytes: Buffer }> {
  const { headers, body } = await request(url, { headers: { 'accept-encoding': accepted } })
  const bytes = Buffer.from(await body.arrayBuffer())
  return { coding: headers['content-encoding'], bytes }
}

/** Returns the addresses of German texts, by the addresses of the English ones. */
function textsOf(page: string): { readonly imports: Readonly<Record<string, string>> } {
  return JSON.parse(/<script id="texts"[^>]*>([^<]*)/.exec(page)?.[1] ?? '')
}

test('files of the application are sent in the smallest form that a browser accepts', async () => {
  const { url } = await service()
  const script = `${url}/web/${chunkOf('index.html').file}`
  const [plain, zipped, brotli] = [
    await sentTo(script, 'identity'),
    await sentTo(script, 'gzip'),
    await sentTo(script, 'gzip, br'),
  ]
  const pages = [await sentTo(`${url}/console`, 'identity'), await sentTo(`${url}/console`, 'gzip')]

  expect([plain, zipped, brotli, ...pages].map(({ coding }) => coding)).toEqual([
    undefined,
    'gzip',
    'br',
    undefined,
    'gzip',
  ])
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  expect(brotli.bytes.length).toBeLessThan(zipped.bytes.length)
  const [html = '', same] = pages.map(({ coding, bytes }) =>
    (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString().replaceAll(/nonce="[^"]+"/g, ''),
  )
  expect(same).toBe(html)
})

test.each(['/console', '/portal'])('a slash behind %s leads to the page', async (path) => {
  const { url } = await service()
  const { statusCode, headers } = await request(`${url}${path}/`)
  expect([statusCode, headers['location']]).toEqual([308, path])
})

test('the page runs only its own scripts; a new nonce each time permits only styles', async () => {
  const { url } = await service()
  const pages = await Promise.all([1, 2].map(() => request(`${url}/console`)))
  const policies = pages.map(({ headers }) => String(headers['content-security-policy']))
  const scripts = policies.map((policy) => /script-src ([^;]+)/.exec(policy)?.[1])
  const nonces = policies.map((policy) => /'nonce-([^']{22,})'/.exec(policy)?.[1])

  expect(scripts[0]).toMatch(/^'self'( 'sha256-[\w+/]{43}='){2}$/)
  expect(scripts[1]).toBe(scripts[0])
  expect(new Set(nonces).size).toBe(2)
  expect(nonces).not.toContain(undefined)
  for (const { body } of pages) expect(await body.text()).not.toContain('CSP_NONCE')
})

test.each(Object.entries(LOADS))('%s needs few bytes, in each language', (_, load) => {
  const chunks = chunksOf(load)
  const scripts = chunks.map(({ file }) => file)
  const styles = chunks.flatMap(({ css = [] }) => css)
  // Texts are separate files. The page maps the English ones to those of its language.
  const english = scripts.flatMap((file) => read(file).match(/assets\/texts-en[\w-]*\.js/g) ?? [])
  const { imports } = textsOf(read('index.html'))

  expect(english.length).toBeGreaterThan(0)
  const page = gzipSync(read('index.html')).length
  for (const texts of [english, english.map((file) => imports[`/web/${file}`] ?? '')]) {
    const files = new Set([
      ...scripts,
      ...styles,
      ...texts.map((file) => file.replace('/web/', '')),
    ])
    const sizes = [...files].map((file) => statSync(new URL(`${file}.br`, DIST)).size)
    const sum = sizes.reduce((before, size) => before + size, page)
    expect([sum, sum > load.most]).toEqual([sum, false])
  }
})

function read(path: string): string {
  return readFileSync(new URL(path, DIST), 'utf8')
}

let manifest: Readonly<Record<string, Chunk>> | undefined

/** Returns the file that was built from a module. */
function chunkOf(name: string): Chunk {
  manifest ??= JSON.parse(read('.vite/manifest.json')) as Readonly<Record<string, Chunk>>
  return manifest[name] ?? expect.unreachable(`nothing was built from ${name}`)
}

function chunksOf({ entries, page }: Load): Chunk[] {
  const first = new Set(entries)
  for (const name of first) for (const part of chunkOf(name).imports ?? []) first.add(part)
  const all = new Set(page === undefined ? first : [...first, page])
  for (const name of all) {
    const { imports = [], dynamicImports = [] } = chunkOf(name)
    if (!first.has(name)) for (const part of [...imports, ...dynamicImports]) all.add(part)
  }
  return [...all].map(chunkOf)
}
