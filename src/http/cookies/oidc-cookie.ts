import { OIDC_SECONDS_MAX } from '../../identity/mod.ts'
import { cookieOf, setCookie } from './host-cookie.ts'

const NAME = '__Host-tessera-oidc'

/** Returns the secret of the sign-in that the browser has begun, if it has one. */
export function oidcSecretOf(cookies: string | undefined): string | undefined {
  return cookieOf(NAME, cookies)
}

/** Returns the header that has the browser keep the secret of a sign-in. */
export function oidcCookie(secret: string): Record<string, string> {
  return setCookie(NAME, secret, OIDC_SECONDS_MAX)
}
