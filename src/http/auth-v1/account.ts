import { Type } from 'typebox'
import {
  mustAddSecondFactor,
  permissionsOfOperator,
  permissionsOfPartner,
  signOut,
  type User,
} from '../../identity/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { YesOrNo } from '../shapes/field.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { ok } from '../response.ts'
import { userRoute } from '../route.ts'
import { noSessionCookie } from '../cookies/session-cookie.ts'
import { UserView } from '../users/user-shape.ts'

const Me = Type.Object(
  {
    user: UserView.schema,
    partnerName: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The name of the partner of the user; null for a user of the operator',
    }),
    permissions: Type.Array(Type.String(), {
      description: 'The permissions of the role, such as `orders:read`',
    }),
    mustAddSecondFactor: YesOrNo(
      'True if the user must add a second factor first: until then only paths of `/auth/v1` work',
    ),
  },
  { title: 'SignedInUser' },
)

const getMe = userRoute('GET /auth/v1/me', {
  operationId: 'getMe',
  summary: 'Returns the user who is signed in, and what the role permits',
  response: Type.Object({ data: Me }),
  async handle({ session }, context) {
    const { user } = session
    const { partnerId } = user
    const partner = partnerId === undefined ? undefined : await getPartner(context.db, partnerId)
    const data = {
      user: UserView.body(user),
      partnerName: partner?.name ?? null,
      permissions: permissionsOf(user),
      mustAddSecondFactor: mustAddSecondFactor(context, session),
    }
    return ok({ data })
  },
})

function permissionsOf(user: User): string[] {
  return user.partnerId === undefined
    ? [...permissionsOfOperator(user.role)]
    : [...permissionsOfPartner(user.role)]
}

const SignedOut = Type.Object(
  { status: choiceOf('Result', { SIGNED_OUT: 'the session has ended' }) },
  { title: 'SignedOut' },
)

const signOutRoute = userRoute('POST /auth/v1/sign-out', {
  operationId: 'signOut',
  summary: 'Ends the session',
  response: Type.Object({ data: SignedOut }),
  async handle({ session, origin }, context) {
    await signOut(context, session, origin.address)
    return { ...ok({ data: { status: 'SIGNED_OUT' } }), headers: noSessionCookie() }
  },
})

export const accountRoutes = [getMe, signOutRoute]
