import { Type } from 'typebox'
import { beginOidcSignIn, finishOidcSignIn } from '../../identity/mod.ts'
import type { Context } from '../context.ts'
import { Text, YesOrNo } from '../shapes/field.ts'
import { oidcCookie, oidcSecretOf } from '../cookies/oidc-cookie.ts'
import { ok } from '../response.ts'
import { visitorRoute } from '../route.ts'
import { SignedIn, signedIn } from './sign-in.ts'

const Methods = Type.Object(
  {
    operatorPassword: YesOrNo('True if users of the operator may sign in by password'),
    oidc: YesOrNo('True if users of the operator may sign in by OpenID Connect'),
    passwordReset: YesOrNo(
      'True if the service mails links for a new password; otherwise a person who manages users ' +
        'makes one',
    ),
  },
  { title: 'SignInMethods' },
)

const getSignInMethods = visitorRoute('GET /auth/v1/sign-in-methods', {
  operationId: 'getSignInMethods',
  summary: 'Returns the means by which users may sign in',
  response: Type.Object({ data: Methods }),
  handle(_call, { config, oidc }) {
    const operatorPassword = config.operatorPasswordUse === 'allowed'
    const passwordReset = config.smtpUrl !== undefined
    const data = { operatorPassword, oidc: oidc !== undefined, passwordReset }
    return Promise.resolve(ok({ data }))
  },
})

const OidcBeginning = Type.Object(
  { url: Text('Address for the browser: the authorization endpoint of the provider') },
  { title: 'OidcBeginning' },
)

const beginOidc = visitorRoute('POST /auth/v1/oidc/begin', {
  operationId: 'beginOidcSignIn',
  refuses: ['not_found', 'rate_limited', 'upstream_unavailable'],
  summary: 'Begins a sign-in by OpenID Connect',
  description:
    'The response sets a cookie, without which the sign-in cannot be finished. The provider ' +
    'sends the browser back to `/console/oidc` of the operators.',
  response: Type.Object({ data: OidcBeginning }),
  async handle({ visitor }, context) {
    const input = { redirectUri: redirectUriOf(context), visitor }
    const { secret, url } = await beginOidcSignIn(context, input)
    return { ...ok({ data: { url } }), headers: oidcCookie(secret) }
  },
})

const finishOidc = visitorRoute('POST /auth/v1/oidc/finish', {
  operationId: 'finishOidcSignIn',
  refuses: ['not_found', 'unauthenticated', 'rate_limited', 'upstream_unavailable'],
  summary: 'Signs in the user of the operator for whom the provider vouches',
  description:
    'The first sign-in links the subject of the provider to the user, or the invited person, who ' +
    'has the address that the provider has verified. Later sign-ins compare only the subject.',
  body: Type.Object(
    { query: Text('The query with which the provider has sent the browser back') },
    { title: 'OidcReturn' },
  ),
  response: Type.Object({ data: SignedIn }),
  async handle(call, context) {
    const { body, headers, origin, visitor } = call
    const callback = new URL(redirectUriOf(context))
    callback.search = body.query
    const secret = oidcSecretOf(headers.cookie?.toString())
    const returned = { secret, callback, origin, visitor }
    return await signedIn(context, await finishOidcSignIn(context, returned), call)
  },
})

/**
 * Returns the address from the settings, never from the request: the provider knows only that one.
 */
function redirectUriOf(context: Context): string {
  return `${context.operatorUrl()}/console/oidc`
}

export const oidcRoutes = [getSignInMethods, beginOidc, finishOidc]
