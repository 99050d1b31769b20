import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import {
  type Invitation,
  invite,
  type NewInvitation,
  type PendingInvitation,
} from '../../identity/mod.ts'
import type { Context } from '../context.ts'
import { created } from '../response.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { INVITATION_STATE } from '../shapes/meanings.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'
import { Reason } from '../shapes/reason.ts'
import { view } from '../shapes/view.ts'
import { DELIVERY, linksTo } from './link-delivery.ts'
import { PartnerIdShape, RoleShape } from './user-shape.ts'

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
