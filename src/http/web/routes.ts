import { gzipSync } from 'node:zlib'
import { Refusal, notFound, randomBytes } from '../../core/mod.ts'
import { isMatch } from '../responses/etag.ts'
import type { RouteResponse } from '../response.ts'
import { openRoute, type Route, type RouteName } from '../route.ts'
import { readWebFiles, type WebFile, type WebFiles } from './files.ts'

const NONCE_BYTES = 16

let files: WebFiles | undefined

/** The page of every address of the console and the portal, and the files that it loads. */
export const webRoutes: readonly Route[] = [
  pageRoute('GET /console', 'getConsole'),
  slashRoute('GET /console/', 'redirectConsole'),
  pageRoute('GET /console/{view*}', 'getConsoleView'),
  pageRoute('GET /portal', 'getPortal'),
  slashRoute('GET /portal/', 'redirectPortal'),
  pageRoute('GET /portal/{view*}', 'getPortalView'),
  openRoute('GET /web/assets/{file}', {
    operationId: 'getWebFile',
    summary: 'Returns a file of the web application',
    async handle({ params, headers }) {
      const file = read().assets.get(params.file)
      if (!file) throw notFound('file')
      const { etag, contentType } = file
      // The name has a hash of the content.
      const cached = { etag, 'cache-control': 'public, max-age=31536000, immutable' }
      if (isMatch(etag, headers['if-none-match'])) {
        return { status: 304, headers: cached, body: undefined }
      }
      const { encoding, body } = encodedFor(file, String(headers['accept-encoding'] ?? ''))
      return {
        status: 200,
        headers: {
          ...cached,
          'content-type': contentType,
          vary: 'accept-encoding',
          ...(encoding && { 'content-encoding': encoding }),
        },
        body,
      }
    },
  }),
]

/** Returns the smallest form of a file that a browser accepts. */
function encodedFor(
  { bytes, gzipped, brotli }: WebFile,
  accepted: string,
): { encoding?: string; body: Buffer } {
  if (/\bbr\b/.test(accepted)) return { encoding: 'br', body: brotli }
  return isGzipIn(accepted) ? { encoding: 'gzip', body: gzipped } : { body: bytes }
}

function isGzipIn(accepted: string): boolean {
  return /\bgzip\b/.test(accepted)
}

/** A route of the page; `{view*}` stands for the rest of an address. */
function pageRoute(name: RouteName, operationId: string): Route {
  const summary = 'Returns the page of the web application'
  return openRoute(name, {
    operationId,
    summary,
    handle: async ({ headers }) => page(isGzipIn(String(headers['accept-encoding'] ?? ''))),
  })
}

/** Redirects an address with a trailing slash to the one without. */
function slashRoute(name: `GET /${string}/`, operationId: string): Route {
  const summary = 'Leads to the page of the web application'
  const location = name.slice('GET '.length, -1)
  return openRoute(name, {
    operationId,
    summary,
    handle: async () => ({ status: 308, headers: { location }, body: undefined }),
  })
}

/**
 * Returns the one HTML page. Its script shows what belongs to the address. It is compressed for
 * each response, because its nonce is new each time.
 */
function page(isGzipAccepted: boolean): RouteResponse {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const html = Buffer.from(read().page.replaceAll('CSP_NONCE', nonce))
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(nonce),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      ...(isGzipAccepted && { 'content-encoding': 'gzip' }),
    },
    body: isGzipAccepted ? gzipSync(html) : html,
  }
}

/**
 * The policy: nothing from other hosts, no inline style without the nonce, no inline scripts but
 * those of the build, and no framing.
 */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...read().inlineHashes].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    // The preview of a template of links, which has a policy of its own.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function read(): WebFiles {
  files ??= readWebFiles()
  if (!files) {
    throw new Refusal('not_found', 'the web application is not built; npm run build makes it')
  }
  return files
}
