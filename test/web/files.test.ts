import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { shareService } from '../support/service.ts'

const service = shareService()
/** In bytes, compressed: what the browser loads before the first page is shown. */
const FIRST_LOAD_MAX = 200_000

/** Returns what is sent, as it is sent. */
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

/** Returns the addresses of the files that the page loads at first. */
async function firstFiles(): Promise<string[]> {
  const { url } = await service()
  const { bytes } = await sentTo(`${url}/console`, 'identity')
  const page = bytes.toString()
  // The page names the texts of each page and language: it loads the first ones, in English.
  const named = (page.match(/\/web\/assets\/[\w.-]+/g) ?? []).filter((path) => !/texts-/.test(path))
  const [, texts = ''] = /FIRST = '([^']+)'/.exec(page) ?? []
  return [...named, texts].map((path) => url + path)
}

test('files of the application are sent in the smallest form that a browser accepts', async () => {
  const script = (await firstFiles()).find((file) => file.endsWith('.js')) ?? ''
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

test('the page runs no script but its own: a nonce, new each time, permits styles alone', async () => {
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

test('the first load is small', async () => {
  const files = await firstFiles()
  const sent = await Promise.all(files.map((file) => sentSmallest(file)))

  expect(files.length).toBeGreaterThan(2)
  expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(FIRST_LOAD_MAX)
})
