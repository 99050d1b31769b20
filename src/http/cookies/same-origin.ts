import type { FastifyRequest } from 'fastify'
import type { Config } from '../../settings/mod.ts'
import { Refusal } from '../../core/mod.ts'

/** A header that forms cannot send, nor scripts of another origin without our permission. */
const CSRF_HEADER = 'x-tessera-csrf'

/**
 * Refuses permission_missing for a request that changes something and may have been made by a page
 * of another origin: browsers would send our cookie along. Demands two proofs, although each would
 * suffice: a header that pages of other origins cannot send, and the origin that the browser names.
 */
export function requireSameOrigin(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { publicUrl, adminUrl }: Pick<Config, 'publicUrl' | 'adminUrl'>,
): void {
  if (method === 'GET') return
  if (headers[CSRF_HEADER] !== '1') throw foreign(`the header ${CSRF_HEADER}: 1 is missing`)
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  const { origin, host } = headers
  if (site === undefined && origin !== undefined && isOwn(origin, host, [publicUrl, adminUrl]))
    return
  throw foreign('the request does not come from a page of this service')
}

function isOwn(
  origin: string,
  host: string | undefined,
  urls: readonly (string | undefined)[],
): boolean {
  if (!URL.canParse(origin)) return false
  const parsed = new URL(origin)
  if (urls.some((url) => url !== undefined && parsed.origin === new URL(url).origin)) return true
  return parsed.host === host
}

function foreign(message: string): Refusal {
  return new Refusal('permission_missing', message)
}
