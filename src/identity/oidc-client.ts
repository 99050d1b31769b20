import { hash } from 'node:crypto'
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import { Refusal } from '../core/mod.ts'

const TIMEOUT_SECONDS = 10
const RETRY_SECONDS = 5
const SCOPE = 'openid email profile'

export interface OidcOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Called when the provider does not respond, or does not accept this client. */
  onFault(error: unknown): void
}

/** The identity of a person at the provider. The subject is unique there and never changes. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined
  readonly name: string | undefined
}

/** The provider's response is not valid. The message holds neither code nor token. */
export class OidcResponseRefused extends Error {
  override readonly name = 'OidcResponseRefused'
}

/**
 * The client of one OpenID Connect provider: authorization code flow with PKCE. State, nonce and
 * PKCE verifier are derived from a random secret that only the browser keeps.
 */
export class OidcClient {
  readonly #options: OidcOptions
  #discovered: Promise<Configuration> | undefined

  constructor(options: OidcOptions) {
    this.#options = options
  }

  /** Returns the URL at the provider that the browser opens. Refuses upstream_unavailable. */
  async authorizationUrl(secret: string, redirectUri: string): Promise<string> {
    const configuration = await this.#configuration()
    const { state, nonce, verifier } = deriveValues(secret)
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  /**
   * Returns the person who has signed in, after checking the state, exchanging the code, and
   * checking issuer, audience, nonce, expiry and signature of the ID token.
   *
   * @param callback The redirect URI with the query that the provider has added.
   * @throws OidcResponseRefused for a response that is wrong, or a code that was used.
   * @throws Refusal of the kind upstream_unavailable if the provider does not respond.
   */
  async identify(secret: string, callback: URL): Promise<OidcIdentity> {
    const configuration = await this.#configuration()
    const { state, nonce, verifier } = deriveValues(secret)
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new OidcResponseRefused('the provider sent no ID token')
      const { iss: issuer, sub: subject } = claims
      // With this flow, providers may leave the address to the userinfo endpoint.
      const profile =
        typeof claims['email'] === 'string'
          ? claims
          : await fetchUserInfo(configuration, tokens.access_token, subject)
      return { issuer, subject, ...verifiedOf(profile) }
    } catch (error) {
      throw isRefused(error) ? new OidcResponseRefused(error.message) : this.#unavailable(error)
    }
  }

  /** Reads the metadata of the provider once, and reads it again only after a failure. */
  #configuration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const url = new URL(issuer)
    this.#discovered ??= discovery(url, clientId, undefined, authenticatedBy(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: [
        enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    }).catch((error: unknown) => {
      this.#discovered = undefined
      throw this.#unavailable(error)
    })
    return this.#discovered
  }

  #unavailable(error: unknown): Refusal {
    this.#options.onFault(error)
    const message = 'the OpenID Connect provider does not respond'
    return new Refusal('upstream_unavailable', message, { retryAfterSeconds: RETRY_SECONDS })
  }
}

function deriveValues(secret: string) {
  const derive = (purpose: string): string => hash('sha256', `${purpose} ${secret}`, 'base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/** RFC 8414: without a list, a provider takes the secret in the Authorization header. */
function authenticatedBy(clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest)
  }
}

function verifiedOf(profile: Readonly<Record<string, unknown>>) {
  const { email, email_verified: isVerified, name } = profile
  return {
    email: typeof email === 'string' && isVerified === true ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
}

/** The errors of a response that was forged, used before, or declined by the person. */
const REFUSED_CODES = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]

function isRefused(error: unknown): error is Error {
  if (error instanceof OidcResponseRefused || error instanceof AuthorizationResponseError) {
    return true
  }
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant'
  return error instanceof ClientError && REFUSED_CODES.includes(error.code ?? '')
}
