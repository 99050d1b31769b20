import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * With this prefix, browsers accept the cookie only from this host, for all its paths, over a
 * secure connection. So no other host of the domain, and no page below a path, can set or replace
 * it.
 */
type Name = `__Host-${string}`

/** Only pages of this host send it, and no script reads it. */
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const

/** Returns the value of a cookie, if the request has it. */
export function cookieOf(name: Name, cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[name]
}

/** Returns the header that sets a cookie: for seconds, or until the browser ends. */
export function setCookie(name: Name, value: string, maxAge?: number): { 'set-cookie': string } {
  const attributes = { ...ATTRIBUTES, ...(maxAge !== undefined && { maxAge }) }
  return { 'set-cookie': stringifySetCookie(name, value, attributes) }
}
