import { BlockList, isIP } from 'node:net'
import { invalidField } from '../core/mod.ts'

const URL_LENGTH_MAX = 1_024

/** Hosts in private networks, which may be used without TLS. */
const PRIVATE_HOSTS = new BlockList()
PRIVATE_HOSTS.addSubnet('127.0.0.0', 8)
PRIVATE_HOSTS.addSubnet('10.0.0.0', 8)
PRIVATE_HOSTS.addSubnet('172.16.0.0', 12)
PRIVATE_HOSTS.addSubnet('192.168.0.0', 16)
PRIVATE_HOSTS.addAddress('::1', 'ipv6')
PRIVATE_HOSTS.addSubnet('fc00::', 7, 'ipv6')

/** Addresses that serve the metadata of cloud machines, and addresses that no machine can have. */
const FORBIDDEN = new BlockList()
FORBIDDEN.addSubnet('169.254.0.0', 16)
FORBIDDEN.addSubnet('0.0.0.0', 8)
FORBIDDEN.addSubnet('224.0.0.0', 3)
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6')
FORBIDDEN.addAddress('::', 'ipv6')

/**
 * Returns the base address of a service, without a slash at its end: https, or http to a host in a
 * private network (loopback, a private address, a name without a dot). Refuses invalid_request
 * naming `baseUrl`, also for an address with user, query or fragment.
 */
export function readBaseUrl(text: string): string {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) throw notAnAddress()
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw notAnAddress()
  if (url.username + url.password + url.search + url.hash !== '') {
    throw invalidField('baseUrl', 'must not hold a user, a query or a fragment')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIn(FORBIDDEN, host)) throw invalidField('baseUrl', 'must not be a link-local address')
  if (url.protocol === 'http:' && !isPrivate(host)) {
    throw invalidField('baseUrl', 'must begin with https:// unless it is in a private network')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function notAnAddress(): Error {
  return invalidField('baseUrl', 'must be an address that begins with https:// or http://')
}

function isPrivate(host: string): boolean {
  return isIP(host) === 0 ? !host.includes('.') : isIn(PRIVATE_HOSTS, host)
}

/** True if the host is an address of the list. */
function isIn(list: BlockList, host: string): boolean {
  const family = isIP(host)
  if (family === 0) return false
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
