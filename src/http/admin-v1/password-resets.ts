import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { issuePasswordReset, type PasswordReset } from '../../identity/mod.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { DELIVERY, deliveryOf, linksTo } from '../link-delivery.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'
import { created } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from './reason.ts'

export const PasswordResetShape = Type.Object(
  {
    userId: Whole('The id of the user'),
    email: Text('The e-mail address of the user'),
    expiresAt: Instant('When the link expires'),
    delivery: oneOf('How the link reaches the user', DELIVERY),
    link: Type.Optional(
      Text(
        'The link, which is shown once: whoever has it chooses the password. Absent if it is ' +
          'sent by mail',
      ),
    ),
  },
  { title: 'PasswordReset' },
)

export function passwordResetOf({ user: { userId, email }, expiresAt, link }: PasswordReset) {
  const delivery = link === undefined ? 'mail' : 'link'
  return { userId, email, expiresAt: isoTime(expiresAt), delivery, link }
}

const resetPassword = operatorRoute('POST /admin/v1/users/{userId}/password-reset', {
  permission: 'users:write',
  operationId: 'resetPassword',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Makes a link by which a user chooses a new password',
  description:
    'The link works once and for an hour. It replaces the link before. The password until now ' +
    'works until then, and second factors stay.',
  body: Type.Object(
    {
      delivery: Type.Optional(
        choiceOf(
          'How the link reaches the user: by mail if the service has a mail server, unless given',
          DELIVERY,
        ),
      ),
      reason: Type.Optional(Reason),
    },
    { title: 'NewPasswordReset' },
  ),
  isBodyOptional: true,
  response: Type.Object({ data: PasswordResetShape }),
  async handle({ params, body, actor }, context) {
    const { reason } = body
    const delivery = deliveryOf(context, body.delivery)
    const linkOf = linksTo('password-reset', context)
    const input = { userId: Number(params.userId), actor, reason, delivery, linkOf }
    const reset = await transact(context.db, (tx) => issuePasswordReset(tx, context, input))
    return created({ data: passwordResetOf(reset) })
  },
})

export const userPasswordRoutes = [resetPassword]
