import type { Config } from '../../settings/mod.ts'

/** For a year, and for this host only: other hosts of the domain are not ours. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** Returns the headers that tell browsers to come by TLS only. */
export function tlsHeaders(isOnly: boolean): Readonly<Record<string, string>> {
  return isOnly ? TLS_ONLY : {}
}

/**
 * True if browsers may be told to use TLS only: an address of the service is https, and none is
 * http on the same host. The header applies to all ports of a host.
 */
export function isOnlyByTls({ publicUrl, adminUrl }: Pick<Config, 'publicUrl' | 'adminUrl'>) {
  const urls = [publicUrl, adminUrl].flatMap((url) => (url === undefined ? [] : new URL(url)))
  const hosts = urls.filter(isByTls).map(({ hostname }) => hostname)
  return hosts.length > 0 && !urls.some((url) => !isByTls(url) && hosts.includes(url.hostname))
}

function isByTls({ protocol }: URL): boolean {
  return protocol === 'https:'
}
