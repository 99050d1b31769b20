import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import {
  issuePasswordReset,
  listUsers,
  PARTNER_ROLES,
  resetSecondFactors,
  revokeSessions,
  updatePartnerUser,
  USER_STATUSES,
} from '../../identity/mod.ts'
import { Reason } from '../shapes/reason.ts'
import {
  RevokedShape,
  OwnPasswordReset,
  SecondFactorReset,
  SessionRevocation,
} from '../users/user-acts.ts'
import { PasswordResetView } from '../users/password-reset.ts'

import { StatusShape, UserView } from '../users/user-shape.ts'
import { Text } from '../shapes/field.ts'
import { deliveryOf, linksTo } from '../users/link-delivery.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, optionalPart, optionalSort, pages } from '../queries/query.ts'
import { created, ok, paged } from '../response.ts'
import { portalRoute } from '../route.ts'

const listOwnUsers = portalRoute('GET /portal/v1/users', {
  permission: 'users:read',
  operationId: 'listOwnUsers',
  summary: 'Lists the users of the partner, oldest first',
  query: {
    email: optionalPart(),
    role: optionalOneOf(PARTNER_ROLES),
    status: optionalOneOf(USER_STATUSES),
    sort: optionalSort(listUsers.sorts),
    ...pages,
  },
  response: PagedOf(UserView.schema),
  async handle({ homePartnerId: partnerId, query }, { db }) {
    const { rows, total } = await listUsers(db, { ...query, partnerId })
    return ok(paged(rows.map(UserView.body), { ...query, totalRecords: total }))
  },
})

const updateOwnUser = portalRoute('PATCH /portal/v1/users/{userId}', {
  permission: 'users:write',
  operationId: 'updateOwnUser',
  refuses: ['state_conflict'],
  summary: 'Changes the role of a user of the partner, or disables or enables it',
  description: 'All sessions of a user who is disabled end at once.',
  body: Type.Object(
    {
      role: Type.Optional(Text('A role of a partner')),
      status: Type.Optional(StatusShape),
      reason: Type.Optional(Reason),
    },
    { title: 'UserChange' },
  ),
  response: Type.Object({ data: UserView.schema }),
  async handle({ homePartnerId: partnerId, params, body, actor }, { db, clock }) {
    const input = { partnerId, userId: Number(params.userId), change: { ...body, actor } }
    return ok({
      data: UserView.body(await transact(db, (tx) => updatePartnerUser(tx, clock, input))),
    })
  },
})

const revokeOwnUserSessions = portalRoute('POST /portal/v1/users/{userId}/sessions/revoke', {
  permission: 'users:write',
  operationId: 'revokeOwnUserSessions',
  summary: 'Ends all sessions of a user of the partner at once',
  description: 'The user can sign in again.',
  body: SessionRevocation,
  isBodyOptional: true,
  response: Type.Object({ data: RevokedShape }),
  async handle({ homePartnerId: partnerId, params, body: { reason }, actor }, { db, clock }) {
    const input = { partnerId, userId: Number(params.userId), actor, reason }
    const revoked = await transact(db, (tx) => revokeSessions(tx, clock, input))
    return ok({ data: { revoked } })
  },
})

const resetOwnUserFactors = portalRoute('POST /portal/v1/users/{userId}/second-factors/reset', {
  permission: 'users:write',
  operationId: 'resetOwnSecondFactors',
  summary: 'Removes all second factors of a user of the partner who has lost them',
  description: 'The password alone signs the user in, until the user adds a new one.',
  body: SecondFactorReset,
  isBodyOptional: true,
  response: Type.Object({ data: UserView.schema }),
  async handle({ homePartnerId: partnerId, params, body: { reason }, actor }, { db, clock }) {
    const input = { partnerId, userId: Number(params.userId), actor, reason }
    return ok({
      data: UserView.body(await transact(db, (tx) => resetSecondFactors(tx, clock, input))),
    })
  },
})

const resetOwnUserPassword = portalRoute('POST /portal/v1/users/{userId}/password-reset', {
  permission: 'users:write',
  operationId: 'resetOwnUserPassword',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Makes a link by which a user of the partner chooses a new password',
  description:
    'The link is sent by mail if the service has a mail server. It works once, for an hour, and ' +
    'replaces an earlier link. The current password works until a new one is chosen, and second ' +
    'factors stay.',
  body: OwnPasswordReset,
  isBodyOptional: true,
  response: Type.Object({ data: PasswordResetView.schema }),
  async handle({ homePartnerId: partnerId, params, body: { reason }, actor }, context) {
    const delivery = deliveryOf(context)
    const linkOf = linksTo('password-reset', context)
    const userId = Number(params.userId)
    const input = { partnerId, userId, actor, reason, delivery, linkOf }
    const reset = await transact(context.db, (tx) => issuePasswordReset(tx, context, input))
    return created({ data: PasswordResetView.body(reset) })
  },
})

export const ownUserRoutes = [
  listOwnUsers,
  updateOwnUser,
  revokeOwnUserSessions,
  resetOwnUserFactors,
  resetOwnUserPassword,
]
