import { Type } from 'typebox'
import type { PasswordReset } from '../../identity/mod.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'
import { DELIVERY } from './link-delivery.ts'

export const PasswordResetView = view<PasswordReset>()(
  {
    userId: [Whole('The id of the user'), ({ user }) => user.userId],
    email: [Text('The e-mail address of the user'), ({ user }) => user.email],
    expiresAt: Instant('When the link expires'),
    delivery: [
      oneOf('How the link reaches the user', DELIVERY),
      ({ link }) => (link === undefined ? 'mail' : 'link'),
    ],
    link: Type.Optional(
      Text(
        'The link, which is shown once: whoever has it chooses the password. Absent if it is ' +
          'sent by mail',
      ),
    ),
  },
  { title: 'PasswordReset' },
)
