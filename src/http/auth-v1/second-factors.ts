import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import {
  beginTotp,
  confirmTotpEnrollment,
  listSecondFactors,
  removeTotp,
  renewOwnCodes,
  type Passkey,
} from '../../identity/mod.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { created, ok, optionalTime } from '../response.ts'
import { userRoute } from '../route.ts'

const PasskeyView = view<Passkey>()(
  {
    passkeyId: Text('Identifies the passkey: a UUID'),
    name: Text("The user's name of it"),
    createdAt: Instant('When it was added'),
    lastUsedAt: Type.Optional(Instant('When it signed in for the last time')),
  },
  { title: 'Passkey' },
)

const SecondFactorsShape = Type.Object(
  {
    totpSince: Type.Optional(Instant('When the authenticator app was confirmed, if there is one')),
    passkeys: Type.Array(PasskeyView.schema, {
      description: 'The passkeys of the user, oldest first',
    }),
    recoveryCodesLeft: Whole('Number of unused recovery codes'),
  },
  { title: 'SecondFactors' },
)

const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Ten codes, shown once. Each signs in once in place of the second factor',
})

const Password = Text('The current password, so that an unlocked screen is not enough')
export const Confirmation = Type.Object({ password: Password }, { title: 'PasswordConfirmation' })

export const AddedFactor = Type.Object(
  { recoveryCodes: Type.Optional(RecoveryCodes) },
  {
    title: 'AddedFactor',
    description: 'Recovery codes come with the first second factor only',
  },
)

export const RemovedFactor = Type.Object(
  { status: choiceOf('Result', { REMOVED: 'it no longer signs in' }) },
  { title: 'RemovedFactor' },
)

const listFactors = userRoute('GET /auth/v1/second-factors', {
  operationId: 'listSecondFactors',
  summary: 'Returns the second factors of the user who is signed in',
  response: Type.Object({ data: SecondFactorsShape }),
  async handle({ session }, context) {
    const { totpSince, passkeys, recoveryCodesLeft } = await listSecondFactors(context, session)
    const data = { totpSince: optionalTime(totpSince), passkeys: passkeys.map(PasskeyView.body) }
    return ok({ data: { ...data, recoveryCodesLeft } })
  },
})

const beginTotpRoute = userRoute('POST /auth/v1/second-factors/totp', {
  operationId: 'beginTotp',
  success: [201],
  refuses: ['rate_limited'],
  summary: 'Begins the setup of an authenticator app',
  description: 'The app is in use once one of its codes has confirmed it.',
  body: Confirmation,
  response: Type.Object({
    data: Type.Object(
      {
        setupKey: Text('The secret in Base32, for apps that cannot scan. It is shown once'),
        uri: Text('The same secret as an `otpauth://` address, for a QR code'),
        expiresAt: Instant('When a code can no longer confirm it'),
      },
      { title: 'TotpEnrollment' },
    ),
  }),
  async handle({ session, body: { password } }, context) {
    const { expiresAt, ...enrollment } = await beginTotp(context, session, password)
    return created({ data: { ...enrollment, expiresAt: isoTime(expiresAt) } })
  },
})

const confirmTotpRoute = userRoute('POST /auth/v1/second-factors/totp/confirm', {
  operationId: 'confirmTotp',
  refuses: ['state_conflict'],
  summary: 'Confirms an authenticator app by one of its codes, and puts it in use',
  description: 'It replaces an earlier app of the user.',
  body: Type.Object(
    { code: Text('The code of six digits that the app shows') },
    { title: 'TotpConfirmation' },
  ),
  response: Type.Object({ data: AddedFactor }),
  async handle({ session, body: { code }, origin }, context) {
    const recoveryCodes = await confirmTotpEnrollment(context, session, { code, origin })
    return ok({ data: { recoveryCodes } })
  },
})

const removeTotpRoute = userRoute('POST /auth/v1/second-factors/totp/remove', {
  operationId: 'removeTotp',
  refuses: ['rate_limited', 'not_found'],
  summary: 'Removes the authenticator app of the user who is signed in',
  body: Confirmation,
  response: Type.Object({ data: RemovedFactor }),
  async handle({ session, body: { password }, origin }, context) {
    await removeTotp(context, session, { password, origin })
    return ok({ data: { status: 'REMOVED' } })
  },
})

const renewCodes = userRoute('POST /auth/v1/second-factors/recovery-codes', {
  operationId: 'renewRecoveryCodes',
  success: [201],
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Replaces the recovery codes of the user who is signed in',
  body: Confirmation,
  response: Type.Object({
    data: Type.Object({ recoveryCodes: RecoveryCodes }, { title: 'RecoveryCodes' }),
  }),
  async handle({ session, body: { password }, origin }, context) {
    const recoveryCodes = await renewOwnCodes(context, session, { password, origin })
    return created({ data: { recoveryCodes } })
  },
})

export const secondFactorRoutes = [
  listFactors,
  beginTotpRoute,
  confirmTotpRoute,
  removeTotpRoute,
  renewCodes,
]
