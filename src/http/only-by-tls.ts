import type { Config } from '../settings/mod.ts'

/** For a year, and for this host only: others of the domain are not ours. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** Returns the headers that tell browsers to come by TLS only. */
export function tlsHeaders(isOnly: boolean): Readonly<Record<string, string>> {
  return isOnly ? TLS_ONLY : {}
}

/**
 * True if browsers may be told to come by TLS only: an address of the service is https, and none is
 * http at the same host, as what browsers are told holds for all ports of a host.
 */
export function isOnlyByTls({ publicUrl, adminUrl }: Pick<Config, 'publicUrl' | 'adminUrl'>) {
  const urls = [publicUrl, adminUrl].flatMap((url) => (url === undefined ? [] : new URL(url)))
  const hosts = urls.filter(isByTls).map(({ hostname }) => hostname)
  return hosts.length > 0 && !urls.some((url) => !isByTls(url) && hosts.includes(url.hostname))
}

function isByTls({ protocol }: URL): boolean {
  return protocol === 'https:'
}
