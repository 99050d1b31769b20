import { PASSWORD } from '../../support/signed-in.ts'
import type { EndpointCase } from './endpoints.ts'
import { notA, optional, required } from './values.ts'

const TEXT = required(...notA('string'))

/** The routes of people who sign in. */
export const PEOPLE: readonly EndpointCase[] = [
  ...['totp', 'totp/remove', 'recovery-codes', 'passkeys', 'passkeys/{passkeyId}/remove'].map(
    (path) => ({
      route: `POST /auth/v1/second-factors/${path}`,
      body: () => ({ password: 'wrong horse battery' }),
      accepted: [400, 429],
      fields: { password: TEXT },
    }),
  ),
  {
    route: 'POST /auth/v1/second-factors/totp/confirm',
    body: () => ({ code: '123456' }),
    accepted: [409],
    fields: { code: TEXT },
  },
  {
    route: 'PATCH /auth/v1/second-factors/passkeys/{passkeyId}',
    body: () => ({ name: 'laptop' }),
    accepted: [404],
    fields: { name: TEXT },
  },
  {
    route: 'POST /auth/v1/second-factors/passkeys/confirm',
    body: () => ({ name: 'laptop', id: 'AA', clientDataJSON: 'e30', attestationObject: 'AA' }),
    accepted: [409],
    fields: { name: TEXT, id: TEXT, clientDataJSON: TEXT, attestationObject: TEXT },
  },
  {
    route: 'POST /auth/v1/sign-in/passkey/begin',
    body: () => ({ token: 'tsc_unknown' }),
    accepted: [200, 401, 429],
    fields: { token: optional(TEXT) },
  },
  {
    route: 'POST /auth/v1/sign-in/passkey/finish',
    body: () => ({ id: 'AA', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }),
    accepted: [401, 429],
    fields: { id: TEXT, clientDataJSON: TEXT, authenticatorData: TEXT, signature: TEXT },
  },
  {
    route: 'POST /auth/v1/step-up/finish',
    body: () => ({ id: 'AA', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }),
    accepted: [409, 429],
    fields: { id: TEXT, clientDataJSON: TEXT, authenticatorData: TEXT, signature: TEXT },
  },
  {
    route: 'POST /auth/v1/sign-in/second-factor',
    body: () => ({ token: 'tsc_unknown', code: '123456' }),
    accepted: [401, 429],
    fields: { token: TEXT, code: TEXT },
  },
  {
    route: 'POST /auth/v1/password',
    body: () => ({ currentPassword: PASSWORD, newPassword: 'wrong horse battery' }),
    // The first request changes the password.
    accepted: [200, 400, 429],
    fields: { currentPassword: TEXT, newPassword: TEXT },
  },
  {
    route: 'POST /auth/v1/password-reset',
    body: () => ({ email: 'nobody@example.com' }),
    // The service of these tests has no mail server.
    accepted: [409],
    fields: { email: TEXT },
  },
  {
    route: 'POST /auth/v1/password-reset/confirm',
    body: () => ({ token: 'tsp_unknown', password: 'correct horse battery' }),
    accepted: [404, 429],
    fields: { token: TEXT, password: TEXT },
  },
  {
    route: 'POST /auth/v1/sign-in',
    body: () => ({ email: 'nobody@example.com', password: 'wrong horse battery' }),
    accepted: [401, 429],
    fields: { email: TEXT, password: TEXT },
  },
  {
    route: 'POST /auth/v1/invitations/accept',
    body: () => ({ token: 'tsi_unknown', name: 'Ann', password: 'correct horse battery' }),
    accepted: [404],
    fields: { token: TEXT, name: TEXT, password: TEXT },
  },
  {
    route: 'POST /auth/v1/credential-claims',
    body: () => ({ token: 'tsk_claim_unknown' }),
    accepted: [404],
    fields: { token: TEXT },
  },
  {
    route: 'POST /auth/v1/oidc/finish',
    body: () => ({ query: '?code=unknown' }),
    // The service of these tests has no provider.
    accepted: [404],
    fields: { query: TEXT },
  },
]
