import { Type } from 'typebox'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginStepUp,
  finishPasskeySignIn,
  finishStepUp,
  removePasskey,
  renamePasskey,
} from '../../identity/mod.ts'
import { Text, Whole, YesOrNo } from '../shapes/field.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { created, ok } from '../response.ts'
import { userRoute, visitorRoute } from '../route.ts'
import { AddedFactor, Confirmation, RemovedFactor } from './second-factors.ts'
import { SignedIn, signedIn } from './sign-in.ts'

const Challenge = Text('Challenge that the authenticator signs, in base64url. It is accepted once')
const Timeout = Whole('Time for which the challenge is valid, in milliseconds')
const PublicKeyType = Text('Always `public-key`')
const UserVerification = Text('Always `required`: the authenticator verifies the user')

const Descriptors = (about: string) =>
  Type.Array(
    Type.Object(
      { type: PublicKeyType, id: Text('The id of the credential, in base64url') },
      { title: 'PasskeyDescriptor' },
    ),
    { description: about },
  )

const PasskeyCreation = Type.Object(
  {
    rp: Type.Object(
      { id: Text('The host that the passkey belongs to'), name: Text('Name that browsers show') },
      { title: 'RelyingParty', description: 'The service' },
    ),
    user: Type.Object(
      {
        id: Text('Id that authenticators use to tell users apart, in base64url'),
        name: Text('The e-mail address of the user'),
        displayName: Text('The name of the user'),
      },
      { title: 'PasskeyUser', description: 'The user, as authenticators show it' },
    ),
    challenge: Challenge,
    timeout: Timeout,
    pubKeyCredParams: Type.Array(
      Type.Object(
        { type: PublicKeyType, alg: Whole('The COSE number of the algorithm') },
        { title: 'PasskeyAlgorithm' },
      ),
      { description: 'The kinds of keys that are accepted' },
    ),
    excludeCredentials: Descriptors('The passkeys that the user has'),
    authenticatorSelection: Type.Object(
      {
        residentKey: Text('Always `required`: people sign in without typing their address'),
        requireResidentKey: YesOrNo('Always true'),
        userVerification: UserVerification,
      },
      {
        title: 'AuthenticatorSelection',
        description: 'Capabilities that the authenticator must have',
      },
    ),
    attestation: Text('Always `none`: authenticators of every maker are accepted'),
  },
  {
    title: 'PasskeyCreation',
    description: 'PublicKeyCredentialCreationOptionsJSON of Web Authentication',
  },
)

const beginPasskeyRoute = userRoute('POST /auth/v1/second-factors/passkeys', {
  operationId: 'beginPasskey',
  success: [201],
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Begins to add a passkey',
  description: 'The browser makes it: the response is for `navigator.credentials.create`.',
  body: Confirmation,
  response: Type.Object({ data: PasskeyCreation }),
  async handle({ session, body: { password } }, context) {
    return created({ data: await beginPasskey(context, session, password) })
  },
})

const CredentialId = Text('The `id` of the credential, in base64url')
const ClientData = Text('The `clientDataJSON` of its response, in base64url')
const PasskeyName = Text("The user's name of the passkey: 1 to 100 characters")

const addPasskeyRoute = userRoute('POST /auth/v1/second-factors/passkeys/confirm', {
  operationId: 'addPasskey',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Adds the passkey that the browser has made',
  description: 'From then on the passkey signs in, and the password alone does not.',
  body: Type.Object(
    {
      name: PasskeyName,
      id: CredentialId,
      clientDataJSON: ClientData,
      attestationObject: Text('The `attestationObject` of its response, in base64url'),
    },
    { title: 'NewPasskey' },
  ),
  response: Type.Object({ data: AddedFactor }),
  async handle({ session, body: { name, ...attestation }, origin }, context) {
    const recoveryCodes = await addPasskey(context, session, { name, attestation, origin })
    return created({ data: { recoveryCodes } })
  },
})

const renamePasskeyRoute = userRoute('PATCH /auth/v1/second-factors/passkeys/{passkeyId}', {
  operationId: 'renamePasskey',
  summary: 'Renames a passkey of the user who is signed in',
  body: Type.Object({ name: PasskeyName }, { title: 'PasskeyRenaming' }),
  response: Type.Object({
    data: Type.Object(
      { status: choiceOf('Result', { RENAMED: 'it has the new name' }) },
      { title: 'RenamedPasskey' },
    ),
  }),
  async handle({ params: { passkeyId }, session, body: { name }, origin }, context) {
    await renamePasskey(context, session, { passkeyId, name, origin })
    return ok({ data: { status: 'RENAMED' } })
  },
})

const removePasskeyRoute = userRoute('POST /auth/v1/second-factors/passkeys/{passkeyId}/remove', {
  operationId: 'removePasskey',
  refuses: ['rate_limited'],
  summary: 'Removes a passkey of the user who is signed in',
  description: 'The device may go on showing it, but it no longer signs in.',
  body: Confirmation,
  response: Type.Object({ data: RemovedFactor }),
  async handle({ params: { passkeyId }, session, body: { password }, origin }, context) {
    await removePasskey(context, session, { passkeyId, password, origin })
    return ok({ data: { status: 'REMOVED' } })
  },
})

const PasskeyRequest = Type.Object(
  {
    challenge: Challenge,
    timeout: Timeout,
    allowCredentials: Descriptors(
      'The passkeys of the user who must sign. Empty if nobody is named: any passkey of this host',
    ),
    userVerification: UserVerification,
  },
  {
    title: 'PasskeyRequest',
    description: 'PublicKeyCredentialRequestOptionsJSON of Web Authentication',
  },
)

/** The browser's response to a challenge, signed by a passkey. */
const ASSERTION = {
  id: CredentialId,
  clientDataJSON: ClientData,
  authenticatorData: Text('The `authenticatorData` of its response, in base64url'),
  signature: Text('The `signature` of its response, in base64url'),
}

const beginSignIn = visitorRoute('POST /auth/v1/sign-in/passkey/begin', {
  operationId: 'beginPasskeySignIn',
  refuses: ['unauthenticated', 'rate_limited'],
  summary: 'Begins a sign-in by passkey, or a second step by one',
  description: 'The browser signs the challenge, by `navigator.credentials.get`.',
  body: Type.Object(
    {
      token: Type.Optional(
        Text('The `secondFactor.token` of the first step: only its user can sign in then'),
      ),
    },
    { title: 'PasskeySignInBeginning' },
  ),
  response: Type.Object({ data: PasskeyRequest }),
  async handle({ body: { token }, visitor }, context) {
    return ok({ data: await beginPasskeySignIn(context, { token, visitor }) })
  },
})

const finishSignIn = visitorRoute('POST /auth/v1/sign-in/passkey/finish', {
  operationId: 'finishPasskeySignIn',
  refuses: ['unauthenticated', 'rate_limited'],
  summary: 'Signs in the user whose passkey has signed the challenge',
  description:
    'The response sets the cookie of the session. The authenticator has verified the user, so ' +
    'neither a password nor a second factor is asked for.',
  body: Type.Object(ASSERTION, { title: 'PasskeySignIn' }),
  response: Type.Object({ data: SignedIn }),
  async handle(call, context) {
    const { body: assertion, origin, visitor } = call
    const session = await finishPasskeySignIn(context, { assertion, origin, visitor })
    return await signedIn(context, session, call)
  },
})

const beginStepUpRoute = userRoute('POST /auth/v1/step-up/begin', {
  operationId: 'beginStepUp',
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Begins the confirmation by a passkey that you use this session',
  description:
    'A request that was refused with `STEP_UP_REQUIRED` is accepted if it is sent again within ' +
    'five minutes of the confirmation. The browser signs the challenge, by ' +
    '`navigator.credentials.get`.',
  response: Type.Object({ data: PasskeyRequest }),
  async handle({ session }, context) {
    return ok({ data: await beginStepUp(context, session) })
  },
})

const finishStepUpRoute = userRoute('POST /auth/v1/step-up/finish', {
  operationId: 'finishStepUp',
  refuses: ['rate_limited', 'state_conflict'],
  summary: 'Confirms by a passkey that you use this session',
  body: Type.Object(ASSERTION, { title: 'StepUp' }),
  response: Type.Object({
    data: Type.Object(
      { status: choiceOf('Result', { STEPPED_UP: 'the session is confirmed for five minutes' }) },
      { title: 'SteppedUp' },
    ),
  }),
  async handle({ session, body: assertion, origin }, context) {
    await finishStepUp(context, session, { assertion, origin })
    return ok({ data: { status: 'STEPPED_UP' } })
  },
})

export const passkeyRoutes = [
  beginPasskeyRoute,
  addPasskeyRoute,
  renamePasskeyRoute,
  removePasskeyRoute,
  beginSignIn,
  finishSignIn,
  beginStepUpRoute,
  finishStepUpRoute,
]
