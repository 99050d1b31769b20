import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PROJECT } from '../../core/mod.ts'
import { etagOf } from '../responses/etag.ts'

/** The application as `npm run build` writes it. */
const DIST = new URL('web/dist/', PROJECT)
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The suffix of the files that the build has compressed by Brotli. */
const BROTLI = '.br'
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g

/** A file of the application. */
export interface WebFile {
  readonly contentType: string
  readonly etag: string
  readonly bytes: Buffer
  readonly gzipped: Buffer
  /**
   * The file compressed by Brotli. Made by the build, because it takes 2 s of CPU time for all
   * files.
   */
  readonly brotli: Buffer
}

/** The files of the application, in memory: the page, and what it loads by its name. */
export interface WebFiles {
  /** HTML in which each `CSP_NONCE` is to be replaced. */
  readonly page: string
  /** The hashes of inline scripts and data, for the Content-Security-Policy. */
  readonly inlineHashes: readonly string[]
  readonly assets: ReadonlyMap<string, WebFile>
}

/** Reads all files. Returns undefined if the application was not built. */
export function readWebFiles(): WebFiles | undefined {
  const page = new URL('index.html', DIST)
  if (!existsSync(page)) return undefined
  const folder = new URL('assets/', DIST)
  const names = readdirSync(folder).filter((name) => extname(name) !== BROTLI)
  const assets = names.map((name): [string, WebFile] => {
    const bytes = readFileSync(new URL(name, folder))
    const brotli = readFileSync(new URL(name + BROTLI, folder))
    const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
    return [name, { contentType, etag: etagOf(bytes), bytes, gzipped: gzipSync(bytes), brotli }]
  })
  const html = readFileSync(page, 'utf8')
  return { page: html, inlineHashes: inlineHashesOf(html), assets: new Map(assets) }
}

/** Returns the hashes of the scripts without an address, for `script-src`. */
function inlineHashesOf(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}
