import { Type } from 'typebox'
import { acceptInvitation, signIn } from '../../identity/mod.ts'
import { Text } from '../field.ts'
import { choiceOf } from '../one-of.ts'
import { created, ok } from '../response.ts'
import { visitorRoute } from '../route.ts'
import { sessionCookie } from '../session-cookie.ts'
import { userOf, UserShape } from './user-shape.ts'

export const SignedIn = Type.Object(
  { status: choiceOf('What has happened', { SIGNED_IN: 'the session has begun' }) },
  { title: 'SignedIn' },
)

const signInRoute = visitorRoute('POST /auth/v1/sign-in', {
  operationId: 'signIn',
  refuses: ['unauthenticated', 'rate_limited'],
  summary: 'Signs a user in by e-mail and password',
  description:
    'The response sets the cookie of the session. An unknown address, a wrong password and a ' +
    'disabled user get the same response.',
  body: Type.Object(
    {
      email: Text('The e-mail address of the user'),
      password: Text('The password of the user'),
    },
    { title: 'SignIn' },
  ),
  response: Type.Object({ data: SignedIn }),
  async handle({ body, origin, network }, context) {
    const { token } = await signIn(context, { ...body, origin, network })
    return { ...ok({ data: { status: 'SIGNED_IN' } }), headers: sessionCookie(token) }
  },
})

const acceptInvitationRoute = visitorRoute('POST /auth/v1/invitations/accept', {
  operationId: 'acceptInvitation',
  success: [201],
  refuses: ['not_found', 'state_conflict'],
  summary: 'Makes the user of an invitation, with a password',
  description: 'The user is not signed in yet.',
  body: Type.Object(
    {
      token: Text('The part of the link after `#`'),
      name: Text('The name of the user: 1 to 200 characters'),
      password: Text('The password that the user chooses: 12 to 256 characters'),
    },
    { title: 'InvitationAcceptance' },
  ),
  response: Type.Object({ data: UserShape }),
  async handle({ body, origin: { address } }, context) {
    return created({ data: userOf(await acceptInvitation(context, { ...body, address })) })
  },
})

export const signInRoutes = [signInRoute, acceptInvitationRoute]
