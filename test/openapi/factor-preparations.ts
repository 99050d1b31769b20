import { TOTP } from 'otpauth'
import { relyingPartyAt } from '../../src/identity/webauthn.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Prepared } from '../operator/case.ts'
import { Authenticator, type Circumstances } from '../support/authenticator.ts'
import { dataOf } from '../support/service.ts'
import { PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'

const PATH = '/auth/v1/second-factors'
const PASSKEYS = `${PATH}/passkeys`
const CONFIRMATION = { password: PASSWORD }

/** Prepares requests about second factors. Each has a user of its own. */
export const FACTOR_PREPARATIONS = {
  async [`POST ${PATH}/totp`](fixture: Fixture) {
    return asUser(await signedIn(fixture), `${PATH}/totp`, CONFIRMATION)
  },

  async [`POST ${PATH}/totp/confirm`](fixture: Fixture) {
    const user = await signedIn(fixture)
    return asUser(user, `${PATH}/totp/confirm`, { code: await newCode(user) })
  },

  async [`POST ${PATH}/totp/remove`](fixture: Fixture) {
    const { user } = await userWithApp(fixture)
    return asUser(user, `${PATH}/totp/remove`, CONFIRMATION)
  },

  async [`POST ${PATH}/recovery-codes`](fixture: Fixture) {
    const { user } = await userWithApp(fixture)
    return asUser(user, `${PATH}/recovery-codes`, CONFIRMATION)
  },

  async [`GET ${PATH}`](fixture: Fixture) {
    const { user } = await userWithPasskey(fixture)
    return { target: PATH, user }
  },

  async [`POST ${PASSKEYS}`](fixture: Fixture) {
    return asUser((await userWithPasskey(fixture)).user, PASSKEYS, CONFIRMATION)
  },

  async [`POST ${PASSKEYS}/confirm`](fixture: Fixture) {
    const user = await signedIn(fixture)
    return asUser(user, `${PASSKEYS}/confirm`, (await newPasskey(fixture, user)).body)
  },

  async [`PATCH ${PASSKEYS}/{passkeyId}`](fixture: Fixture) {
    const { user, path } = await userWithPasskey(fixture)
    return asUser(user, path, { name: 'blue key' })
  },

  async [`POST ${PASSKEYS}/{passkeyId}/remove`](fixture: Fixture) {
    const { user, path } = await userWithPasskey(fixture)
    return asUser(user, `${path}/remove`, CONFIRMATION)
  },

  'POST /auth/v1/sign-in/passkey/begin': (): Promise<Prepared> =>
    Promise.resolve({ target: '/auth/v1/sign-in/passkey/begin', body: {} }),

  async 'POST /auth/v1/sign-in/passkey/finish'(fixture: Fixture): Promise<Prepared> {
    const { user, passkey } = await userWithPasskey(fixture)
    const options = dataOf(await user.post('/auth/v1/sign-in/passkey/begin', {}))
    const body = passkey.get(options, relyingPartyOf(fixture))
    return { target: '/auth/v1/sign-in/passkey/finish', body }
  },

  async 'POST /auth/v1/step-up/begin'(fixture: Fixture) {
    const { user } = await userWithPasskey(fixture)
    return { target: '/auth/v1/step-up/begin', user }
  },

  async 'POST /auth/v1/step-up/finish'(fixture: Fixture) {
    const { user, passkey } = await userWithPasskey(fixture)
    const options = dataOf(await user.post('/auth/v1/step-up/begin'))
    return asUser(user, '/auth/v1/step-up/finish', passkey.get(options, relyingPartyOf(fixture)))
  },

  async 'POST /auth/v1/sign-in/second-factor'(fixture: Fixture): Promise<Prepared> {
    const { user, code } = await userWithApp(fixture)
    const password = { email: user.email, password: PASSWORD }
    const { secondFactor } = dataOf(await user.post('/auth/v1/sign-in', password))
    const body = { token: secondFactor.token, code }
    return { target: '/auth/v1/sign-in/second-factor', body }
  },
}

/** Returns the relying party of a service at a loopback address. */
function relyingPartyOf({ url }: Fixture): Circumstances {
  const { id: rpId, origin } = relyingPartyAt(url) ?? { id: '', origin: '' }
  return { origin, rpId }
}

async function newPasskey(fixture: Fixture, user: Browser) {
  const passkey = new Authenticator()
  const options = dataOf(await user.post(PASSKEYS, CONFIRMATION))
  return { passkey, body: { name: 'laptop', ...passkey.create(options, relyingPartyOf(fixture)) } }
}

async function userWithPasskey(fixture: Fixture) {
  const user = await signedIn(fixture)
  const { passkey, body } = await newPasskey(fixture, user)
  dataOf(await user.post(`${PASSKEYS}/confirm`, body))
  const [{ passkeyId }] = dataOf(await user.get(PATH)).passkeys
  return { user, passkey, path: `${PASSKEYS}/${passkeyId}` }
}

function asUser({ token }: Browser, target: string, body: object): Prepared {
  return { target, body, headers: { cookie: `__Host-tessera=${token}` } }
}

async function newCode(user: Browser): Promise<string> {
  const { setupKey } = dataOf(await user.post(`${PATH}/totp`, CONFIRMATION))
  return new TOTP({ secret: setupKey }).generate()
}

/** Returns a new user with an authenticator app, and a recovery code. */
async function userWithApp(fixture: Fixture): Promise<{ user: Browser; code: string }> {
  const user = await signedIn(fixture)
  const code = await newCode(user)
  const { recoveryCodes } = dataOf(await user.post(`${PATH}/totp/confirm`, { code }))
  return { user, code: recoveryCodes[0] }
}
