import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzipSync } from 'node:zlib'
import { PROJECT } from '../../core/mod.ts'
import { etagOf } from '../etag.ts'

/** The application as `npm run build` makes it. */
const DIST = new URL('web/dist/', PROJECT)
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Compresses in another thread, at the best quality. */
const toBrotli = promisify(brotliCompress)

/** A file of the application. */
export interface WebFile {
  readonly contentType: string
  readonly etag: string
  readonly bytes: Buffer
  readonly gzipped: Buffer
  /** Absent until it is compressed, which takes a moment: it is the smallest. */
  brotli?: Buffer
}

/** The files of the application, in memory: the page, and what it loads by its name. */
export interface WebFiles {
  /** HTML in which each `CSP_NONCE` is to be replaced. */
  readonly page: string
  readonly assets: ReadonlyMap<string, WebFile>
}

/** Reads all files. Returns undefined if the application was not built. */
export function readWebFiles(): WebFiles | undefined {
  const page = new URL('index.html', DIST)
  if (!existsSync(page)) return undefined
  const folder = new URL('assets/', DIST)
  const assets = readdirSync(folder).map((name): [string, WebFile] => {
    const bytes = readFileSync(new URL(name, folder))
    const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
    const file: WebFile = { contentType, etag: etagOf(bytes), bytes, gzipped: gzipSync(bytes) }
    void toBrotli(bytes).then((brotli) => (file.brotli = brotli))
    return [name, file]
  })
  return { page: readFileSync(page, 'utf8'), assets: new Map(assets) }
}
