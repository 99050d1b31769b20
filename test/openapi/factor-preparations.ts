import { TOTP } from 'otpauth'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { dataOf } from '../support/service.ts'
import { PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'
import type { Prepared } from './example-preparations.ts'

const PATH = '/auth/v1/second-factors'
const CONFIRMATION = { password: PASSWORD }

/** Second factors: each request is of a user of its own. */
export const FACTOR_PREPARATIONS = {
  async [`POST ${PATH}/totp`](fixture: Fixture) {
    return asUser(await signedIn(fixture), `${PATH}/totp`, CONFIRMATION)
  },

  async [`POST ${PATH}/totp/confirm`](fixture: Fixture) {
    const user = await signedIn(fixture)
    return asUser(user, `${PATH}/totp/confirm`, { code: await newCode(user) })
  },

  async [`POST ${PATH}/totp/remove`](fixture: Fixture) {
    const { user } = await enrolled(fixture)
    return asUser(user, `${PATH}/totp/remove`, CONFIRMATION)
  },

  async [`POST ${PATH}/recovery-codes`](fixture: Fixture) {
    const { user } = await enrolled(fixture)
    return asUser(user, `${PATH}/recovery-codes`, CONFIRMATION)
  },

  async 'POST /auth/v1/sign-in/second-factor'(fixture: Fixture): Promise<Prepared> {
    const { user, code } = await enrolled(fixture)
    const password = { email: user.email, password: PASSWORD }
    const { secondFactor } = dataOf(await user.post('/auth/v1/sign-in', password))
    const body = { token: secondFactor.token, code }
    return { target: '/auth/v1/sign-in/second-factor', body }
  },
}

function asUser({ token }: Browser, target: string, body: object): Prepared {
  return { target, body, headers: { cookie: `__Host-tessera=${token}` } }
}

async function newCode(user: Browser): Promise<string> {
  const { setupKey } = dataOf(await user.post(`${PATH}/totp`, CONFIRMATION))
  return new TOTP({ secret: setupKey }).generate()
}

/** A user with an authenticator app, and a recovery code. */
async function enrolled(fixture: Fixture): Promise<{ user: Browser; code: string }> {
  const user = await signedIn(fixture)
  const code = await newCode(user)
  const { recoveryCodes } = dataOf(await user.post(`${PATH}/totp/confirm`, { code }))
  return { user, code: recoveryCodes[0] }
}
