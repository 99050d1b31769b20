import { ConfigError, type Config } from '../settings/mod.ts'
import { isLoopback } from '../core/mod.ts'

const SHOWN_LENGTH_MAX = 100

/**
 * Throws ConfigError if a service that other machines reach does not know its own addresses: the
 * Host header of a request could name any. Not checked for a worker, which makes no links.
 */
export function requirePublicUrls(config: Config): void {
  const { host, publicUrl, adminHost, adminUrl, role } = config
  if (role === 'worker') return
  if (publicUrl === undefined && !isLoopback(host)) {
    throw unknownUrl('TESSERA_PUBLIC_URL', 'TESSERA_HOST', host)
  }
  if (adminUrl === undefined && adminHost !== undefined && !isLoopback(adminHost)) {
    throw unknownUrl('TESSERA_ADMIN_URL', 'TESSERA_ADMIN_HOST', adminHost)
  }
}

function unknownUrl(missing: string, variable: string, host: string): ConfigError {
  return new ConfigError(
    `${missing} must be set where ${variable} is not a loopback address, as ` +
      `${JSON.stringify(host.slice(0, SHOWN_LENGTH_MAX))} is not: links are made of it`,
  )
}
