import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * The prefix has browsers accept the cookie only from this host, for all its paths, and over a
 * secure connection: no other host of the domain, and no path, can set or replace it.
 */
const NAME = '__Host-tessera'
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const

/** Returns the token of the session's cookie, if the request has one. */
export function sessionTokenOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[NAME]
}

/** Returns the header that begins a session in the browser. It ends with the browser. */
export function sessionCookie(token: string): Record<string, string> {
  return { 'set-cookie': stringifySetCookie(NAME, token, ATTRIBUTES) }
}

/** Returns the header that removes the cookie. */
export function noSessionCookie(): Record<string, string> {
  return { 'set-cookie': stringifySetCookie(NAME, '', { ...ATTRIBUTES, maxAge: 0 }) }
}
