import { Type } from 'typebox'
import { PARTNER_ID_MAX } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  listUsers,
  OPERATOR_ROLES,
  PARTNER_ROLES,
  resetSecondFactors,
  revokeSessions,
  unlinkIdentities,
  updateUser,
  USER_STATUSES,
} from '../../identity/mod.ts'
import {
  RevokedShape,
  IdentityUnlinking,
  SecondFactorReset,
  SessionRevocation,
} from '../users/user-acts.ts'
import { StatusShape, UserView } from '../users/user-shape.ts'
import { Text } from '../shapes/field.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  optionalNumber,
  optionalOneOf,
  optionalPart,
  optionalSort,
  pages,
} from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'

const ROLES = [...new Set([...OPERATOR_ROLES, ...PARTNER_ROLES])]

const listUsersRoute = operatorRoute('GET /admin/v1/users', {
  permission: 'users:read',
  operationId: 'listUsers',
  summary: 'Lists the users of the operator and of partners, oldest first',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    email: optionalPart(),
    role: optionalOneOf(ROLES),
    status: optionalOneOf(USER_STATUSES),
    sort: optionalSort(listUsers.sorts),
    ...pages,
  },
  response: PagedOf(UserView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listUsers(db, query)
    return ok(paged(rows.map(UserView.body), { ...query, totalRecords: total }))
  },
})

const updateUserRoute = operatorRoute('PATCH /admin/v1/users/{userId}', {
  permission: 'users:write',
  approval: 'roles',
  operationId: 'updateUser',
  refuses: ['state_conflict'],
  summary: 'Changes the role of a user, or disables or enables it',
  description: 'All sessions of a user who is disabled end at once.',
  body: Type.Object(
    {
      role: Type.Optional(Text('A role of the operator, or of a partner for its users')),
      status: Type.Optional(StatusShape),
      reason: Type.Optional(Reason),
    },
    { title: 'UserChange' },
  ),
  response: Type.Object({ data: UserView.schema }),
  async handle({ params, body, actor }, { db, clock }) {
    const input = { userId: Number(params.userId), change: { ...body, actor } }
    return ok({ data: UserView.body(await transact(db, (tx) => updateUser(tx, clock, input))) })
  },
})

const revokeUserSessions = operatorRoute('POST /admin/v1/users/{userId}/sessions/revoke', {
  permission: 'users:write',
  operationId: 'revokeUserSessions',
  summary: 'Ends all sessions of a user at once',
  description: 'The user can sign in again.',
  body: SessionRevocation,
  isBodyOptional: true,
  response: Type.Object({ data: RevokedShape }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const input = { userId: Number(params.userId), actor, reason }
    const revoked = await transact(db, (tx) => revokeSessions(tx, clock, input))
    return ok({ data: { revoked } })
  },
})

const resetUserFactors = operatorRoute('POST /admin/v1/users/{userId}/second-factors/reset', {
  permission: 'users:write',
  operationId: 'resetSecondFactors',
  summary: 'Removes all second factors of a user who has lost them',
  description: 'The password alone signs the user in, until the user adds a new one.',
  body: SecondFactorReset,
  isBodyOptional: true,
  response: Type.Object({ data: UserView.schema }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const input = { userId: Number(params.userId), actor, reason }
    return ok({
      data: UserView.body(await transact(db, (tx) => resetSecondFactors(tx, clock, input))),
    })
  },
})

const unlinkUser = operatorRoute('POST /admin/v1/users/{userId}/identities/unlink', {
  permission: 'users:write',
  operationId: 'unlinkIdentities',
  summary: 'Unlinks a user from the subject of the OpenID Connect provider',
  description:
    'The next sign-in at the provider by the verified address of the user links a subject again. ' +
    'Sessions go on.',
  body: IdentityUnlinking,
  isBodyOptional: true,
  response: Type.Object({ data: UserView.schema }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const input = { userId: Number(params.userId), actor, reason }
    return ok({
      data: UserView.body(await transact(db, (tx) => unlinkIdentities(tx, clock, input))),
    })
  },
})

export const userRoutes = [
  listUsersRoute,
  updateUserRoute,
  revokeUserSessions,
  resetUserFactors,
  unlinkUser,
]
