import { Type } from 'typebox'
import { PARTNER_ID_MAX } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { listInvitations, revokeInvitation } from '../../identity/mod.ts'
import { optionalNumber, optionalSort, pages } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text, Whole } from '../shapes/field.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import {
  InvitationRevocation,
  InvitationView,
  PendingView,
  respondToInvite,
  RevokedInvitationShape,
} from '../users/invitation.ts'
import { DELIVERY, deliveryOf } from '../users/link-delivery.ts'

const inviteUser = operatorRoute('POST /admin/v1/invitations', {
  permission: 'users:write',
  approval: 'roles',
  operationId: 'inviteUser',
  success: [201],
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Invites a user of the operator, or of a partner',
  description:
    'Inviting the same address again, for the same partner or the operator, replaces the link.',
  body: Type.Object(
    {
      email: Text('The e-mail address of the person'),
      role: Text('A role of the operator or, with `partnerId`, of a partner'),
      partnerId: Type.Optional(
        Whole('The id of the partner of the user; a user of the operator unless given'),
      ),
      delivery: Type.Optional(
        choiceOf(
          'How the link reaches the person; unless given, by mail if the service has a mail server',
          DELIVERY,
        ),
      ),
      reason: Type.Optional(Reason),
    },
    { title: 'NewInvitation' },
  ),
  response: Type.Object({ data: InvitationView.schema }),
  async handle({ body, actor }, context) {
    const delivery = deliveryOf(context, body.delivery)
    const { email, role, partnerId, reason } = body
    const input = { email, role, partnerId, reason, actor, delivery, canKnowOthers: true }
    return await respondToInvite(context, input)
  },
})

const listInvitationsRoute = operatorRoute('GET /admin/v1/invitations', {
  permission: 'users:read',
  operationId: 'listInvitations',
  summary: 'Lists the invitations that wait to be accepted, newest first',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    sort: optionalSort(listInvitations.sorts),
    ...pages,
  },
  response: PagedOf(PendingView.schema),
  async handle({ query }, { db, clock }) {
    const { rows, total } = await listInvitations(db, { ...query, now: clock.now() })
    return ok(paged(rows.map(PendingView.body), { ...query, totalRecords: total }))
  },
})

const revokeInvitationRoute = operatorRoute('POST /admin/v1/invitations/{invitationId}/revoke', {
  permission: 'users:write',
  operationId: 'revokeInvitation',
  summary: 'Ends an invitation: its link no longer works',
  body: InvitationRevocation,
  isBodyOptional: true,
  response: RevokedInvitationShape,
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const input = { invitationId: Number(params.invitationId), actor, reason }
    const ended = await transact(db, (tx) => revokeInvitation(tx, clock, input))
    return ok({ data: { invitationId: ended } })
  },
})

export const invitationRoutes = [inviteUser, listInvitationsRoute, revokeInvitationRoute]
