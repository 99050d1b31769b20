import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Provider } from 'oidc-provider'

export interface Account {
  readonly email: string
  readonly email_verified: boolean
  readonly name?: string
}

/** A real OpenID Connect provider, whose people sign in without a form. */
export interface TestProvider {
  readonly issuer: string
  /** By their subjects. A test may change them. */
  readonly accounts: Map<string, Account>
  /** Accepts a client that is sent back to this address. */
  accept(redirectUri: string): void
  close(): Promise<void>
}

export const CLIENT = { oidcClientId: 'tessera', oidcClientSecret: 'secret-of-the-client' } as const

const SUBJECT_HEADER = 'x-subject'
const SCOPE = 'openid email profile'

/** Starts a provider at a free port of this machine. */
export async function startProvider(): Promise<TestProvider> {
  const accounts = new Map<string, Account>()
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    if (!provider) response.writeHead(503).end()
    else if (request.url?.startsWith('/interaction/')) void signIn(provider, request, response)
    else void provider.callback()(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer,
    accounts,
    accept: (redirectUri) => (provider = createProvider({ issuer, redirectUri, accounts })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface ProviderInput {
  readonly issuer: string
  readonly redirectUri: string
  readonly accounts: ReadonlyMap<string, Account>
}

function createProvider({ issuer, redirectUri, accounts }: ProviderInput): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.oidcClientId,
        client_secret: CLIENT.oidcClientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    // Grants the scope without asking the person.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (!client || session?.accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope(SCOPE)
      await grant.save()
      return grant
    },
  })
}

async function signIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const accountId = String(request.headers[SUBJECT_HEADER])
  await provider.interactionFinished(request, response, { login: { accountId } })
}

/**
 * Goes where the service has sent a browser, signs in with this subject, and returns the query with
 * which the provider sends the browser back. Follows redirects as a browser with its cookies does.
 */
export async function visit(url: string, subject: string): Promise<string> {
  const { origin } = new URL(url)
  const cookies = new Map<string, string>()
  for (let next = new URL(url); ;) {
    if (next.origin !== origin) return next.search
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, [SUBJECT_HEADER]: subject }
    const response = await fetch(next, { headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    next = new URL(location, next)
  }
}
