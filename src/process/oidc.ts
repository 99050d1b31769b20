import { ConfigError, type Config } from '../settings/mod.ts'
import type { Log } from '../http/mod.ts'
import { OidcClient } from '../identity/mod.ts'

type OidcConfig = Pick<
  Config,
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'operatorPasswordUse'
>

/**
 * Throws ConfigError if OpenID Connect is configured only in part, or if passwords are refused
 * without it.
 */
export function requireOidc(config: OidcConfig): void {
  const { oidcIssuer, oidcClientId, oidcClientSecret, operatorPasswordUse } = config
  const present = [oidcIssuer, oidcClientId, oidcClientSecret].filter((one) => one !== undefined)
  if (present.length !== 0 && present.length !== 3) {
    throw new ConfigError(
      'TESSERA_OIDC_ISSUER, TESSERA_OIDC_CLIENT_ID and TESSERA_OIDC_CLIENT_SECRET must be set ' +
        'together',
    )
  }
  if (operatorPasswordUse === 'refused' && present.length === 0) {
    throw new ConfigError(
      'TESSERA_OIDC_ISSUER must be set where TESSERA_OPERATOR_PASSWORD_USE is refused',
    )
  }
}

/** Returns the client of the provider, if the settings name one. */
export function createOidc(config: OidcConfig, log: Log): OidcClient | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return new OidcClient({
    issuer,
    clientId,
    clientSecret,
    onFault: (error) => log.error({ err: error }, 'the OpenID Connect provider failed'),
  })
}
