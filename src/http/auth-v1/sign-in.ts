import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { acceptInvitation, finishSignIn, signIn, type NewSession } from '../../identity/mod.ts'
import { Instant, Text, YesOrNo } from '../shapes/field.ts'
import type { VisitorCall } from '../call.ts'
import type { Context } from '../context.ts'
import { deviceCookie } from '../cookies/device-cookie.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { created, ok } from '../response.ts'
import { visitorRoute } from '../route.ts'
import { sessionCookie } from '../cookies/session-cookie.ts'
import { UserView } from '../users/user-shape.ts'

const SIGNED_IN = 'the session has begun'

export const SignedIn = Type.Object(
  { status: choiceOf('Result', { SIGNED_IN }) },
  { title: 'SignedIn' },
)

/** Responds with a new session, as `SignedIn`, and with the cookie of a known browser. */
export async function signedIn(
  context: Context,
  { token, user: { userId } }: NewSession,
  { headers: { cookie: cookies } }: Pick<VisitorCall<unknown>, 'headers'>,
) {
  const session = sessionCookie(token)['set-cookie']
  const device = await deviceCookie(context, { userId, cookies })
  return { ...ok({ data: { status: 'SIGNED_IN' } }), headers: { 'set-cookie': [session, device] } }
}

const PasswordSignIn = Type.Object(
  {
    status: choiceOf('Result', {
      SIGNED_IN,
      SECOND_FACTOR_REQUIRED: 'the password is right, and a second factor is missing',
    }),
    secondFactor: Type.Optional(
      Type.Object(
        {
          token: Text('Proves the password for the second step'),
          expiresAt: Instant('When the second step is no longer possible'),
          hasPasskey: YesOrNo(
            'True if a passkey can be used: see `POST /auth/v1/sign-in/passkey/begin`',
          ),
        },
        { title: 'PendingSignIn', description: 'Data for the second step, if there is one' },
      ),
    ),
  },
  { title: 'PasswordSignIn' },
)

const signInRoute = visitorRoute('POST /auth/v1/sign-in', {
  operationId: 'signIn',
  refuses: ['unauthenticated', 'rate_limited'],
  summary: 'Signs a user in by e-mail and password',
  description:
    'The response sets the cookie of the session, and one by which the browser is recognized: ' +
    'failed attempts of a known browser are counted apart from others. An unknown address, a ' +
    'wrong password and a disabled user get the same response. A user with a second factor then ' +
    'enters it: see ' +
    '`POST /auth/v1/sign-in/second-factor`.',
  body: Type.Object(
    {
      email: Text('The e-mail address of the user'),
      password: Text('The password of the user'),
    },
    { title: 'SignIn' },
  ),
  response: Type.Object({ data: PasswordSignIn }),
  async handle(call, context) {
    const { body, origin, visitor } = call
    const { session, pending } = await signIn(context, { ...body, origin, visitor })
    if (session) return await signedIn(context, session, call)
    const secondFactor = { ...pending, expiresAt: isoTime(pending.expiresAt) }
    return ok({ data: { status: 'SECOND_FACTOR_REQUIRED', secondFactor } })
  },
})

const secondFactorRoute = visitorRoute('POST /auth/v1/sign-in/second-factor', {
  operationId: 'proveSecondFactor',
  refuses: ['unauthenticated', 'rate_limited'],
  summary: 'Completes a sign-in by a code, after the password',
  description:
    'The response sets the cookie of the session. Each code is accepted once. A wrong code and ' +
    'one that was used get the same response, and the code can be tried again.',
  body: Type.Object(
    {
      token: Text('The `secondFactor.token` of the first step'),
      code: Text('The code that the authenticator app shows, or a recovery code'),
    },
    { title: 'SecondFactor' },
  ),
  response: Type.Object({ data: SignedIn }),
  async handle(call, context) {
    const { body, origin, visitor } = call
    return await signedIn(context, await finishSignIn(context, { ...body, origin, visitor }), call)
  },
})

const acceptInvitationRoute = visitorRoute('POST /auth/v1/invitations/accept', {
  operationId: 'acceptInvitation',
  success: [201],
  refuses: ['not_found', 'state_conflict', 'numbers_exhausted'],
  summary: 'Accepts an invitation: creates its user, with a password',
  description: 'The user is not signed in yet.',
  body: Type.Object(
    {
      token: Text('The part of the link after `#`'),
      name: Text('The name of the user: 1 to 200 characters'),
      password: Text('The password that the user chooses: 12 to 256 characters, not easy to guess'),
    },
    { title: 'InvitationAcceptance' },
  ),
  response: Type.Object({ data: UserView.schema }),
  async handle({ body, origin: { address }, headers: { cookie: cookies } }, context) {
    const user = await acceptInvitation(context, { ...body, address })
    const device = await deviceCookie(context, { userId: user.userId, cookies })
    return { ...created({ data: UserView.body(user) }), headers: { 'set-cookie': device } }
  },
})

export const signInRoutes = [signInRoute, secondFactorRoute, acceptInvitationRoute]
