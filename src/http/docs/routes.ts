import { Refusal } from '../../core/mod.ts'
import { isMatch } from '../etag.ts'
import type { RouteResponse } from '../response.ts'
import { openRoute, type Route } from '../route.ts'
import { renderSite, type Site, type SiteFile } from './site.ts'

/** Pages load our style and nothing else, and no other site can frame them. */
const SITE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, no-cache',
}

/** Serves the documentation, which is the same for everybody. No OpenAPI document has it. */
export function docsRoutes(routes: () => readonly Route[]): readonly Route[] {
  let rendered: Site | undefined
  // With the first request, so that a process that serves no page reads none.
  const site = (): Site => (rendered ??= renderSite(routes()))
  return [
    openRoute('GET /docs', {
      operationId: 'getDocs',
      summary: 'Returns the first page of the documentation',
      handle: async ({ headers }) => send(site().start, 'html', headers['if-none-match']),
    }),
    openRoute('GET /docs/site.css', {
      operationId: 'getDocsStyle',
      summary: 'Returns the style of the documentation',
      handle: async ({ headers }) => send(site().style, 'css', headers['if-none-match']),
    }),
    openRoute('GET /docs/{page}', {
      operationId: 'getDocsPage',
      summary: 'Returns a page of the documentation',
      async handle({ params, headers }) {
        const page = site().pages.get(params.page)
        if (!page) throw new Refusal('not_found', 'no such page: /docs lists them')
        return send(page, 'html', headers['if-none-match'])
      },
    }),
  ]
}

function send(file: SiteFile, type: 'html' | 'css', ifNoneMatch: unknown): RouteResponse {
  const headers = { ...SITE_HEADERS, etag: file.etag }
  if (isMatch(file.etag, ifNoneMatch)) return { status: 304, headers, body: undefined }
  const contentType = `text/${type}; charset=utf-8`
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body: file.bytes }
}
