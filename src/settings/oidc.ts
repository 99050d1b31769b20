import { isLoopback } from '../core/mod.ts'
import { choice, credential, optionalText, type Setting } from './kinds.ts'

export const OIDC_SETTINGS = {
  oidcIssuer: issuer(
    'TESSERA_OIDC_ISSUER',
    'OpenID Connect provider of the users of the operator, as it names itself; needs ' +
      'TESSERA_OIDC_CLIENT_ID and TESSERA_OIDC_CLIENT_SECRET',
  ),
  oidcClientId: optionalText('TESSERA_OIDC_CLIENT_ID', 'client id of this service there'),
  oidcClientSecret: credential('TESSERA_OIDC_CLIENT_SECRET', 'client secret of this service there'),
  operatorPasswordUse: choice(
    'TESSERA_OPERATOR_PASSWORD_USE',
    'refused: users of the operator sign in by OpenID Connect only',
    ['allowed', 'refused'] as const,
    'allowed',
  ),
} as const

/** An issuer is compared as it is, so a slash at its end stays. */
function issuer(variable: string, about: string): Setting<string | undefined> {
  return {
    variable,
    about,
    bounds: 'a URL that starts with https://, or http:// on this machine, without query',
    fallback: undefined,
    isSecret: false,
    read(text) {
      if (!URL.canParse(text)) return undefined
      const { protocol, hostname, search, hash, username } = new URL(text)
      if (search !== '' || hash !== '' || username !== '') return undefined
      const host = hostname.replace(/^\[(.*)\]$/, '$1')
      return protocol === 'https:' || (protocol === 'http:' && isLoopback(host)) ? text : undefined
    },
  }
}
