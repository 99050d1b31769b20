import { Type } from 'typebox'
import { OPERATOR_ROLES, PARTNER_ROLES, type User, type UserStatus } from '../../identity/mod.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

export const RoleShape = Type.Enum([...new Set([...OPERATOR_ROLES, ...PARTNER_ROLES])], {
  description:
    `The role of the user: of the operator ${OPERATOR_ROLES.join(', ')}; ` +
    `of a partner ${PARTNER_ROLES.join(', ')}`,
})
export const PartnerIdShape = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'The id of the partner of the user; null for a user of the operator',
})

export const StatusShape = choiceOf('The status of the user', {
  ACTIVE: 'may sign in',
  DISABLED: 'may not sign in, and has no session',
} satisfies Record<UserStatus, string>)

/** A user as operators see it. */
export const UserView = view<User>()(
  {
    userId: Whole('The id of the user'),
    name: Text('The name of the user: 1 to 200 characters'),
    email: Text('The e-mail address of the user, in lower case'),
    partnerId: [PartnerIdShape, (user) => user.partnerId ?? null],
    role: RoleShape,
    status: StatusShape,
    createdAt: fields.createdAt,
    lastSignInAt: Type.Optional(Instant('When the user signed in for the last time')),
    hasSecondFactor: YesOrNo('True if the user signs in with more than a password'),
    isLinked: YesOrNo('True if a subject of the OpenID Connect provider signs in as the user'),
  },
  { title: 'User' },
)
