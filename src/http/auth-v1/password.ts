import { Type } from 'typebox'
import { changePassword } from '../../identity/mod.ts'
import { deviceCookie } from '../cookies/device-cookie.ts'
import { Text } from '../shapes/field.ts'
import { ok } from '../response.ts'
import { userRoute } from '../route.ts'
import { RevokedShape } from '../users/user-acts.ts'

const changePasswordRoute = userRoute('POST /auth/v1/password', {
  operationId: 'changePassword',
  refuses: ['rate_limited'],
  summary: 'Changes the password of the user who is signed in',
  description:
    'Ends all other sessions of the user, and sign-ins that wait for a second factor. With a ' +
    'mail server, the user gets a mail.',
  body: Type.Object(
    {
      currentPassword: Text('The password until now'),
      newPassword: Text('The password from now on: 12 to 256 characters, not easy to guess'),
    },
    { title: 'PasswordChange' },
  ),
  response: Type.Object({ data: RevokedShape }),
  async handle({ session, body, origin, headers: { cookie: cookies } }, context) {
    const revoked = await changePassword(context, session, { ...body, origin })
    const device = await deviceCookie(context, { userId: session.user.userId, cookies })
    return { ...ok({ data: { revoked } }), headers: { 'set-cookie': device } }
  },
})

export const passwordRoutes = [changePasswordRoute]
