import { parseCookie, stringifySetCookie } from 'cookie'
import { OIDC_SECONDS_MAX } from '../identity/mod.ts'

/** As the cookie of the session: only pages of this host send it, and no script reads it. */
const NAME = '__Host-tessera-oidc'
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const

/** Returns the secret of the sign-in that the browser has begun, if it has one. */
export function oidcSecretOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[NAME]
}

/** Returns the header that has the browser keep the secret of a sign-in. */
export function oidcCookie(secret: string): Record<string, string> {
  const attributes = { ...ATTRIBUTES, maxAge: OIDC_SECONDS_MAX }
  return { 'set-cookie': stringifySetCookie(NAME, secret, attributes) }
}
