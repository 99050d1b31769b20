import { readdirSync, statSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { PROJECT } from '../../src/core/mod.ts'
import { shareService } from '../support/service.ts'

const service = shareService()
const ASSETS = new URL('web/dist/assets/', PROJECT)
/** The compressed bytes that the browser loads before the sign-in is shown. */
const FIRST_LOAD_MAX = 165_000
/** The same with the frame of all pages, the overview and its charts. */
const OVERVIEW_LOAD_MAX = 195_000
/** The files that the overview needs beside the first ones. */
const OF_OVERVIEW = /^(shell|user-menu|Menu|notices|overview|plot|plain-table)-.*\.br$/

/** Returns the bytes as they are sent. */
async function sentTo(url: string, accepted: string): Promise<{ coding: unknown; bytes: Buffer }> {
  const { headers, body } = await request(url, { headers: { 'accept-encoding': accepted } })
  const bytes = Buffer.from(await body.arrayBuffer())
  return { coding: headers['content-encoding'], bytes }
}

/** Returns the bytes that a browser gets that accepts Brotli. */
async function sentSmallest(url: string): Promise<Buffer> {
  const { coding, bytes } = await sentTo(url, 'gzip, br')
  expect(coding).toBe('br')
  return bytes
}

/** Returns the addresses of the files that the page loads at first, by the language. */
async function firstFiles(): Promise<{ en: string[]; de: string[] }> {
  const { url } = await service()
  const { bytes } = await sentTo(`${url}/console`, 'identity')
  const page = bytes.toString()
  // The page names the texts of each page and language: it loads the first ones of one language.
  const named = (page.match(/\/web\/assets\/[\w.-]+/g) ?? []).filter((path) => !/texts-/.test(path))
  const [, english = ''] = /FIRST = '([^']+)'/.exec(page) ?? []
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    /<script id="texts"[^>]*>([^<]*)/.exec(page)?.[1] ?? '',
  )
  const filesOf = (texts: string): string[] => [...named, texts].map((path) => url + path)
  return { en: filesOf(english), de: filesOf(imports[english] ?? '') }
}

test('files of the application are sent in the smallest form that a browser accepts', async () => {
  const script = (await firstFiles()).en.find((file) => file.endsWith('.js')) ?? ''
  const brotli = await sentSmallest(script)
  const [plain, zipped] = [await sentTo(script, 'identity'), await sentTo(script, 'gzip')]

  expect([plain.coding, zipped.coding]).toEqual([undefined, 'gzip'])
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
  expect(brotliDecompressSync(brotli).equals(plain.bytes)).toBe(true)
  expect(brotli.length).toBeLessThan(zipped.bytes.length)
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

test.each(['en', 'de'] as const)('the first load is small in %s', async (language) => {
  const files = (await firstFiles())[language]
  const sent = await Promise.all(files.map((file) => sentSmallest(file)))
  const first = sent.reduce((sum, { length }) => sum + length, 0)
  const further = readdirSync(ASSETS).filter((name) => OF_OVERVIEW.test(name))

  expect(files.length).toBeGreaterThan(2)
  expect(first).toBeLessThan(FIRST_LOAD_MAX)
  expect(further.length).toBeGreaterThan(5)
  const sizes = further.map((name) => statSync(new URL(name, ASSETS)).size)
  expect(sizes.reduce((sum, size) => sum + size, first)).toBeLessThan(OVERVIEW_LOAD_MAX)
})
