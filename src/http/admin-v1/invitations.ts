import { Type } from 'typebox'
import { PARTNER_ID_MAX } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  invite,
  listInvitations,
  revokeInvitation,
  type Invitation,
  type NewInvitation,
  type PendingInvitation,
} from '../../identity/mod.ts'
import type { Context } from '../context.ts'
import { PartnerIdShape, RoleShape } from '../auth-v1/user-shape.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import { DELIVERY, deliveryOf, linksTo } from '../link-delivery.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalNumber, pages, optionalSort } from '../query.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { INVITATION_STATE } from './meanings.ts'
import { Reason } from './reason.ts'

const invitationId = Whole('Identifies the invitation')

export const InvitationView = view<Invitation>()(
  {
    invitationId,
    email: Text('The e-mail address that was invited'),
    partnerId: [PartnerIdShape, (one) => one.partnerId ?? null],
    role: RoleShape,
    expiresAt: Instant('When the link expires'),
    delivery: [
      oneOf('How the link reaches the person', DELIVERY),
      ({ link }) => (link === undefined ? 'mail' : 'link'),
    ],
    link: Type.Optional(
      Text(
        'The link, which is shown once: whoever has it chooses the password. Absent if it is ' +
          'sent by mail',
      ),
    ),
  },
  { title: 'Invitation' },
)

const inviteUser = operatorRoute('POST /admin/v1/invitations', {
  permission: 'users:write',
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

/** Invites a user and responds with the invitation. Refuses as `invite` does. */
export async function respondToInvite(context: Context, input: Omit<NewInvitation, 'linkOf'>) {
  const invited = { ...input, linkOf: linksTo('invitation', context) }
  const invitation = await transact(context.db, (tx) => invite(tx, context, invited))
  return created({ data: InvitationView.body(invitation) })
}

export const PendingView = view<PendingInvitation>()(
  {
    invitationId,
    email: Text('The e-mail address that was invited'),
    partnerId: [PartnerIdShape, (one) => one.partnerId ?? null],
    role: RoleShape,
    state: choiceOf('The state of the invitation', INVITATION_STATE),
    invitedBy: Type.Optional(
      Text('The inviter; absent if it was a holder of the operator token, or a local command'),
    ),
    createdAt: fields.createdAt,
    expiresAt: Instant('When the link expires'),
  },
  { title: 'PendingInvitation' },
)

export const InvitationRevocation = Type.Object(
  { reason: Type.Optional(Reason) },
  { title: 'InvitationRevocation' },
)
export const RevokedInvitationShape = Type.Object({
  data: Type.Object({ invitationId }, { description: 'The invitation that has ended' }),
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
