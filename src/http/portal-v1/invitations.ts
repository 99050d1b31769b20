import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { listInvitations, revokeInvitation } from '../../identity/mod.ts'
import {
  InvitationRevocation,
  InvitationView,
  PendingView,
  respondToInvite,
  RevokedInvitationShape,
} from '../users/invitation.ts'
import { Reason } from '../shapes/reason.ts'
import { Text } from '../shapes/field.ts'
import { deliveryOf } from '../users/link-delivery.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages, optionalSort } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { portalRoute } from '../route.ts'

const inviteOwnUser = portalRoute('POST /portal/v1/invitations', {
  permission: 'users:write',
  operationId: 'inviteOwnUser',
  success: [201],
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Invites a user of the partner',
  description:
    'Inviting the same address again replaces the link. If the address signs in for another ' +
    'partner, only its owner learns of it, by mail.',
  body: Type.Object(
    {
      email: Text('The e-mail address of the person'),
      role: Text('A role of a partner'),
      reason: Type.Optional(Reason),
    },
    { title: 'NewInvitation' },
  ),
  response: Type.Object({ data: InvitationView.schema }),
  async handle({ homePartnerId: partnerId, body: { email, role, reason }, actor }, context) {
    const delivery = deliveryOf(context)
    const input = { email, role, partnerId, reason, actor, delivery, canKnowOthers: false }
    return await respondToInvite(context, input)
  },
})

const listOwnInvitations = portalRoute('GET /portal/v1/invitations', {
  permission: 'users:read',
  operationId: 'listOwnInvitations',
  summary: 'Lists the invitations of the partner that wait to be accepted, newest first',
  query: { sort: optionalSort(listInvitations.sorts), ...pages },
  response: PagedOf(PendingView.schema),
  async handle({ homePartnerId: partnerId, query }, { db, clock }) {
    const { rows, total } = await listInvitations(db, { ...query, partnerId, now: clock.now() })
    return ok(paged(rows.map(PendingView.body), { ...query, totalRecords: total }))
  },
})

const revokeOwnInvitation = portalRoute('POST /portal/v1/invitations/{invitationId}/revoke', {
  permission: 'users:write',
  operationId: 'revokeOwnInvitation',
  summary: 'Ends an invitation of the partner: its link no longer works',
  body: InvitationRevocation,
  isBodyOptional: true,
  response: RevokedInvitationShape,
  async handle({ homePartnerId: partnerId, params, body: { reason }, actor }, { db, clock }) {
    const input = { partnerId, invitationId: Number(params.invitationId), actor, reason }
    const ended = await transact(db, (tx) => revokeInvitation(tx, clock, input))
    return ok({ data: { invitationId: ended } })
  },
})

export const ownInvitationRoutes = [inviteOwnUser, listOwnInvitations, revokeOwnInvitation]
