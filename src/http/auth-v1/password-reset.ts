import { Type } from 'typebox'
import { Refusal } from '../../core/mod.ts'
import { confirmPasswordReset, requestPasswordReset } from '../../identity/mod.ts'
import { Text } from '../shapes/field.ts'
import { deviceCookie } from '../cookies/device-cookie.ts'
import { linksTo } from '../users/link-delivery.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { ok } from '../response.ts'
import { visitorRoute } from '../route.ts'

const requestReset = visitorRoute('POST /auth/v1/password-reset', {
  operationId: 'requestPasswordReset',
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Mails a link for a new password to the user of this address',
  description:
    'Every address gets the same response, whether or not it has a user. The link works once and ' +
    'for an hour, and the next one replaces it.',
  body: Type.Object(
    { email: Text('The e-mail address of the user') },
    { title: 'PasswordResetRequest' },
  ),
  response: Type.Object({
    data: Type.Object(
      {
        status: choiceOf('Result', {
          REQUESTED: 'if a user with a password has this address, a mail is sent to it',
        }),
      },
      { title: 'RequestedPasswordReset' },
    ),
  }),
  async handle({ body, origin, visitor }, context) {
    if (context.config.smtpUrl === undefined) throw noMail()
    const linkOf = linksTo('password-reset', context)
    await requestPasswordReset(context, { ...body, origin, visitor, linkOf })
    return ok({ data: { status: 'REQUESTED' } })
  },
})

function noMail(): Refusal {
  const message = 'the service has no mail server; a person who manages users can make a link'
  return new Refusal('state_conflict', message)
}

const confirmReset = visitorRoute('POST /auth/v1/password-reset/confirm', {
  operationId: 'confirmPasswordReset',
  refuses: ['not_found', 'rate_limited', 'state_conflict'],
  summary: 'Sets a new password by a link',
  description:
    'Ends all sessions of the user. The user is not signed in, and second factors stay. With a ' +
    'mail server, the user gets a mail.',
  body: Type.Object(
    {
      token: Text('The part of the link after `#`'),
      password: Text('The password from now on: 12 to 256 characters, not easy to guess'),
    },
    { title: 'PasswordResetConfirmation' },
  ),
  response: Type.Object({
    data: Type.Object(
      { status: choiceOf('Result', { CHANGED: 'the new password signs in' }) },
      { title: 'ConfirmedPasswordReset' },
    ),
  }),
  async handle({ body, origin, visitor, headers: { cookie: cookies } }, context) {
    const { userId } = await confirmPasswordReset(context, { ...body, origin, visitor })
    const device = await deviceCookie(context, { userId, cookies })
    return { ...ok({ data: { status: 'CHANGED' } }), headers: { 'set-cookie': device } }
  },
})

export const passwordResetRoutes = [requestReset, confirmReset]
