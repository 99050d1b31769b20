const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i
/** Letters, digits and -._~, which mean the same written as a percent and two digits. */
const ENCODED_UNRESERVED = /%(2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi

/**
 * Path and query of a request target, in the one spelling that families and routes are told by:
 * without scheme and authority, which every server has to take (RFC 9112, 3.2.2), and nothing of
 * the path encoded that need not be (RFC 3986, 6.2.2.2).
 */
export function plainTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const origin = target.replace(SCHEME_AND_AUTHORITY, '')
  const rooted = origin === '' || origin.startsWith('?') ? `/${origin}` : origin
  const queryAt = rooted.search(/[?#]/)
  const end = queryAt < 0 ? rooted.length : queryAt
  const path = rooted.slice(0, end).replaceAll(ENCODED_UNRESERVED, decodeURIComponent)
  return path + rooted.slice(end)
}
