import { DEVICE_SECONDS_MAX, newDeviceCookie } from '../../identity/mod.ts'
import type { Context } from '../context.ts'
import { cookieOf, setCookie } from './host-cookie.ts'

const NAME = '__Host-tessera-device'

/** Returns the cookie that identifies the browser, if the request has it. */
export function deviceCookieOf(cookies: string | string[] | undefined): string | undefined {
  return cookieOf(NAME, cookies?.toString())
}

/** Returns a cookie that identifies the browser as a known browser of a user. */
export async function deviceCookie(
  context: Pick<Context, 'db' | 'clock'>,
  { userId, cookies }: { readonly userId: number; readonly cookies: string | string[] | undefined },
): Promise<string> {
  const value = await newDeviceCookie(context, { userId, deviceCookie: deviceCookieOf(cookies) })
  return setCookie(NAME, value, DEVICE_SECONDS_MAX)['set-cookie']
}
