import { cookieOf, setCookie } from './host-cookie.ts'

const NAME = '__Host-tessera'

/** Returns the token of the session's cookie, if the request has one. */
export function sessionTokenOf(cookies: string | undefined): string | undefined {
  return cookieOf(NAME, cookies)
}

/** Returns the header that begins a session in the browser. It ends with the browser. */
export function sessionCookie(token: string): { 'set-cookie': string } {
  return setCookie(NAME, token)
}

/** Returns the header that removes the cookie. */
export function noSessionCookie(): Record<string, string> {
  return setCookie(NAME, '', 0)
}
