import { Refusal, notFound } from '../../core/mod.ts'
import { acceptsHtml } from '../accepts-html.ts'
import { isMatch } from '../responses/etag.ts'
import { hasOperatorAddress } from '../listeners/operator-listener.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limit.ts'
import type { RouteResponse } from '../response.ts'
import { openRoute, type Route, type RouteName } from '../route.ts'
import type { AssetName, Package, Site, SiteFile } from './site.ts'

/** Pages load our style and our script and nothing else, and no other site can frame them. */
const SITE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, no-cache',
}
/**
 * The limit of searches by all readers together: a search takes a millisecond and needs no
 * credential.
 */
const SEARCHES = { perSecond: 50, burst: 100 }
const HTML = 'text/html; charset=utf-8'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TYPES: Readonly<Record<AssetName, string>> = {
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'tessera.py': 'text/plain; charset=utf-8',
  'tessera-sdk.tgz': 'application/gzip',
  'tessera-cli.tgz': 'application/gzip',
}

const NOT_FOUND = 404

/** Defines a route to read that also responds to HEAD. */
const pageRoute: typeof openRoute = (name, options) =>
  openRoute(name, { ...options, hasHead: true })

let opened: Site | undefined
let limiter: RateLimiter | undefined

/** Loads the documentation at the first request, so that other processes never load it. */
async function site(): Promise<Site> {
  const { Site: Opened } = await import('./site.ts')
  return (opened ??= new Opened())
}

/** Returns a page, or for a browser the page that says that there is none. Throws for a program. */
async function page(
  path: string,
  headers: Readonly<Record<string, unknown>>,
): Promise<RouteResponse> {
  const file = (await site()).page(path)
  if (file) return send(file, typeOf(path), headers['if-none-match'])
  if (!acceptsHtml(headers.accept)) {
    throw new Refusal('not_found', 'no such page: /docs lists them')
  }
  return { ...send((await site()).missing(), HTML, undefined), status: NOT_FOUND }
}

/** Serves the documentation, which is the same for everybody. No OpenAPI document has it. */
export const docsRoutes: readonly Route[] = [
  startRoute(),
  ...slashRoutes(),
  pageRoute('GET /docs', {
    operationId: 'getDocs',
    summary: 'Returns the first page of the documentation',
    handle: ({ headers }) => page('/docs', headers),
  }),
  pageRoute('GET /llms.txt', {
    operationId: 'getLlmsText',
    summary: 'Returns the list of the pages of the documentation for language models',
    handle: ({ headers }) => page('/llms.txt', headers),
  }),
  asset('GET /docs/site.css', 'site.css'),
  asset('GET /docs/site.js', 'site.js'),
  asset('GET /docs/tessera.py', 'tessera.py'),
  asset('GET /docs/tessera-sdk.tgz', 'tessera-sdk.tgz'),
  asset('GET /docs/tessera-cli.tgz', 'tessera-cli.tgz'),
  pageRoute('GET /docs/search', {
    operationId: 'searchDocs',
    summary: 'Returns the sections of the documentation that have the words of `q`',
    async handle({ rawQuery, headers }, { clock }) {
      limiter ??= createRateLimiter(clock, 1)
      const retryAfterSeconds = limiter.take('all', SEARCHES)
      if (retryAfterSeconds !== undefined) {
        throw new Refusal('rate_limited', 'too many searches', { retryAfterSeconds })
      }
      const { q } = Object.fromEntries(Object.entries(rawQuery ?? {}))
      const file = (await site()).search(typeof q === 'string' ? q.trim() : '')
      return send(file, HTML, headers['if-none-match'])
    },
  }),
  pageRoute('GET /docs/{page}', {
    operationId: 'getDocsPage',
    summary: 'Returns a page of the documentation, or a package of a client in one version',
    async handle({ params, headers }) {
      const { page: name } = params
      const packed = name.startsWith('tessera-') ? await packageOf(name) : undefined
      return packed
        ? sendPackage(packed, headers['if-none-match'])
        : await page(`/docs/${name}`, headers)
    },
  }),
  pageRoute('GET /docs/{page}/{operationId}', {
    operationId: 'getDocsOperation',
    summary: 'Returns the page of an operation',
    handle: ({ params, headers }) => page(`/docs/${params.page}/${params.operationId}`, headers),
  }),
]

function typeOf(path: string): string {
  if (path.endsWith('.txt')) return 'text/plain; charset=utf-8'
  return path.endsWith('.md') ? MARKDOWN : HTML
}

/** Redirects from an address with a slash at its end, as people and other servers write it. */
function slashRoutes(): readonly Route[] {
  const summary = 'Redirects to the page without the slash'
  return [
    pageRoute('GET /docs/', {
      operationId: 'redirectDocs',
      summary,
      handle: () => redirect('/docs'),
    }),
    pageRoute('GET /docs/{page}/', {
      operationId: 'redirectDocsPage',
      summary,
      async handle({ params, headers: { accept } }) {
        const path = `/docs/${encodeURIComponent(params.page)}`
        const shown = await page(path, { accept })
        return shown.status === NOT_FOUND ? shown : await redirect(path)
      },
    }),
  ]
}

function redirect(location: string): Promise<RouteResponse> {
  const headers = { location, 'cache-control': 'no-store' }
  return Promise.resolve({ status: 308, headers, body: undefined })
}

function startRoute(): Route {
  return pageRoute('GET /', {
    operationId: 'getStart',
    summary: 'Returns the page that leads a browser to the console, the portal and the docs',
    async handle({ headers }, { config }) {
      if (!acceptsHtml(headers.accept)) throw notFound('path')
      const { startFile } = await import('./site.ts')
      const file = startFile({ hasConsole: !hasOperatorAddress(config) })
      const response = send(file, HTML, headers['if-none-match'])
      return { ...response, headers: { ...response.headers, vary: 'accept' } }
    },
  })
}

function asset(route: RouteName, name: AssetName): Route {
  let file: SiteFile | undefined
  return pageRoute(route, {
    operationId: `getDocsFile:${name}`,
    summary: `Returns the file ${name} of the documentation`,
    async handle({ headers }) {
      file ??= (await import('./site.ts')).assetFile(name)
      return send(file, TYPES[name], headers['if-none-match'])
    },
  })
}

async function packageOf(name: string): Promise<Package | undefined> {
  const { versionedFile } = await import('./site.ts')
  return versionedFile(name)
}

/** A package that was released is the same for ever, so that lock files may hold its digest. */
function sendPackage(file: Package, ifNoneMatch: unknown): RouteResponse {
  const response = send(file, file.contentType, ifNoneMatch)
  if (!file.isReleased) return response
  return { ...response, headers: { ...response.headers, 'cache-control': IMMUTABLE } }
}

function send(file: SiteFile, contentType: string, ifNoneMatch: unknown): RouteResponse {
  const headers = { ...SITE_HEADERS, etag: file.etag }
  if (isMatch(file.etag, ifNoneMatch)) return { status: 304, headers, body: undefined }
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body: file.bytes }
}
