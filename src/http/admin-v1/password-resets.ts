import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { issuePasswordReset } from '../../identity/mod.ts'
import { created } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { Reason } from '../shapes/reason.ts'
import { DELIVERY, deliveryOf, linksTo } from '../users/link-delivery.ts'
import { PasswordResetView } from '../users/password-reset.ts'

const resetPassword = operatorRoute('POST /admin/v1/users/{userId}/password-reset', {
  permission: 'users:write',
  approval: 'roles',
  operationId: 'resetPassword',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Makes a link by which a user chooses a new password',
  description:
    'The link works once, for an hour, and replaces an earlier link. The current password works ' +
    'until a new one is chosen, and second factors stay.',
  body: Type.Object(
    {
      delivery: Type.Optional(
        choiceOf(
          'How the link reaches the user; unless given, by mail if the service has a mail server',
          DELIVERY,
        ),
      ),
      reason: Type.Optional(Reason),
    },
    { title: 'NewPasswordReset' },
  ),
  isBodyOptional: true,
  response: Type.Object({ data: PasswordResetView.schema }),
  async handle({ params, body, actor }, context) {
    const { reason } = body
    const delivery = deliveryOf(context, body.delivery)
    const linkOf = linksTo('password-reset', context)
    const input = { userId: Number(params.userId), actor, reason, delivery, linkOf }
    const reset = await transact(context.db, (tx) => issuePasswordReset(tx, context, input))
    return created({ data: PasswordResetView.body(reset) })
  },
})

export const userPasswordRoutes = [resetPassword]
