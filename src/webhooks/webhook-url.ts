import { isIP } from 'node:net'
import { invalidField } from '../core/mod.ts'
import { isPublicAddress } from './public-address.ts'

/** The addresses to which webhooks may be sent. */
export interface TargetRules {
  /** True if `http://` is allowed, too. */
  readonly isHttpAllowed: boolean
  /** True if private addresses are allowed, too. */
  readonly isPrivateAllowed: boolean
}

const URL_LENGTH_MAX = 2_048

function fault(message: string) {
  return invalidField('url', message)
}

/**
 * Returns the address of an endpoint in its normal form. Refuses invalid_request, naming `url`. A
 * host name is resolved with each delivery, and not here.
 */
export function checkUrl(text: string, { isHttpAllowed, isPrivateAllowed }: TargetRules): string {
  if (text.length > URL_LENGTH_MAX) throw fault(`must have at most ${URL_LENGTH_MAX} characters`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  const schemes = isHttpAllowed ? 'https:// or http://' : 'https://'
  if (url?.protocol !== 'https:' && !(isHttpAllowed && url?.protocol === 'http:')) {
    throw fault(`must be an address that starts with ${schemes}`)
  }
  if (url.username !== '' || url.password !== '') throw fault('must not have a user or password')
  if (url.hash !== '') throw fault('must not have a fragment')
  const address = addressOf(url)
  if (address !== undefined && !isPrivateAllowed && !isPublicAddress(address)) {
    throw fault(`must not be the private or reserved address ${address}`)
  }
  if (url.href.length > URL_LENGTH_MAX) throw fault('is too long when it is encoded')
  return url.href
}

/** Returns the host of a URL if it is an IP address. */
export function addressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : host
}
