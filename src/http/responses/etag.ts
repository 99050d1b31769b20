import { hash } from 'node:crypto'

const ETAG_LENGTH = 27

/** Returns a strong validator: equal for equal bytes only. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, ETAG_LENGTH)}"`
}

/** Compares If-None-Match weakly (RFC 9110, 13.1.2). */
export function isMatch(etag: string, ifNoneMatch: unknown): boolean {
  if (typeof ifNoneMatch !== 'string') return false
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*')
}
