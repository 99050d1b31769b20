import { invalidPart, Refusal, notFound } from '../core/mod.ts'

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
/** A name or an address with an optional port, or nothing (RFC 9110, 7.2). */
const HOST = /^([\w.~!$&'()*+,;=%-]*|\[[\w.:%]+\])(:\d*)?$/

/** True if a `Host` header, or the authority of a request target, is a valid host. */
export function isHost(text: string): boolean {
  return HOST.test(text)
}

/**
 * Returns path and query without scheme and host, which every server must accept (RFC 9112, 3.2.2).
 * Another form of target is returned as it is.
 */
export function pathAndQuery(target: string): string {
  if (target.startsWith('/')) return target
  const absolute = ABSOLUTE.exec(target)
  if (!absolute || !isHost(absolute[1] ?? '')) return target
  const rest = target.slice(absolute[0].length)
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/** Returns the path of a request target. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end < 0 ? target : target.slice(0, end)
}

/**
 * Keeps the router from decoding a path. No address of a page of links needs percent-encoding, so
 * an encoded one is treated as unknown.
 */
export function withoutEscapes(target: string): string {
  const path = pathOf(target)
  return path.includes('%') ? path.replaceAll('%', '~') + target.slice(path.length) : target
}

/** Matches nearly all targets, so that they need no check for single faults. */
const PLAIN = /^(?:\/[\w-]+)+(?:\?[!-"$-~]*)?$/
const NOT_A_URI = /[^!-~]/
const EMPTY_OR_DOT_SEGMENT = /\/(?=\/)|\/\.{1,2}(?=\/|$)/

/**
 * Returns the refusal of a target that is not a path with an optional query, or whose path has an
 * empty or a dot segment; otherwise undefined. Each path has one accepted spelling, so that a proxy
 * that filters by path sees the path that is routed. The router and `requireSpelledIds` refuse
 * needless percent-encoding.
 */
export function targetRefusal(target: string): Refusal | undefined {
  if (PLAIN.test(target) || target === '*') return undefined
  const fault = targetFault(target)
  if (fault !== undefined) return invalidPart('request', `target ${fault}`)
  const isOtherSpelling = EMPTY_OR_DOT_SEGMENT.test(pathOf(target))
  return isOtherSpelling ? notFound('path') : undefined
}

function targetFault(target: string): string | undefined {
  if (target.includes('#')) return 'must not have a fragment'
  if (NOT_A_URI.test(target)) return 'must be visible ASCII'
  if (!target.startsWith('/')) return 'must start with / or be a URL of http'
  return pathOf(target).includes('\\') ? 'must not have a backslash in its path' : undefined
}
