import { randomUUID } from 'node:crypto'
import { PASSWORD } from '../../support/signed-in.ts'
import { NO_DAYS, NO_NUMBERS, NO_STATUSES, NO_TEXTS, PAGES } from './bad-parameters.ts'
import type { Endpoint } from './endpoints.ts'
import type { Ids } from './fixture.ts'
import { email, integer, notA, oneOf, optional, reason, required } from './values.ts'

const TEXT = required(...notA('string'))
const ROLE = required(...notA('string'), '""', '"owner"', '"Admin"', '"__proto__"')

/** Lists of users and of what they did, and how their parameters can be bad. */
export const USER_LISTS = {
  'GET /admin/v1/audit/verification': {
    path: () => '/admin/v1/audit/verification',
    bad: { from: NO_DAYS, to: NO_DAYS, head: ['', 'none', '2026-01-31:1:00'] },
  },
  'GET /admin/v1/audit/export': {
    path: () => '/admin/v1/audit/export',
    bad: { from: NO_DAYS, to: NO_DAYS },
  },
  'GET /admin/v1/audit': {
    path: () => '/admin/v1/audit',
    bad: { target: NO_TEXTS, actor: NO_TEXTS, ...PAGES },
  },
  'GET /admin/v1/tokens': {
    path: () => '/admin/v1/tokens',
    bad: { state: NO_STATUSES, ...PAGES },
  },
  'GET /admin/v1/invitations': {
    path: () => '/admin/v1/invitations',
    bad: { partnerId: NO_NUMBERS, ...PAGES },
  },
  'GET /admin/v1/users': {
    path: () => '/admin/v1/users',
    bad: {
      partnerId: NO_NUMBERS,
      email: NO_TEXTS,
      role: NO_STATUSES,
      status: NO_STATUSES,
      ...PAGES,
    },
  },
}

/** People who sign in, and users as operators see them. */
export const IDENTITY: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/invitations',
    path: () => '/admin/v1/invitations',
    body: () => ({ email: `${randomUUID()}@example.com`, role: 'support', reason: 'is new' }),
    fields: {
      email: email(),
      role: ROLE,
      partnerId: optional(integer({ min: 1, max: 2_097_151 })),
      delivery: optional(oneOf('link')),
      reason: optional(reason()),
    },
  },
  {
    route: 'POST /admin/v1/tokens',
    path: () => '/admin/v1/tokens',
    body: () => ({ name: 'till', role: 'support', expiresInDays: 7, reason: 'is new' }),
    fields: {
      name: TEXT,
      role: ROLE,
      expiresInDays: optional(integer({ min: 1, max: 366 })),
      reason: optional(reason()),
    },
  },
  {
    route: 'POST /admin/v1/tokens/{tokenId}/take-over',
    path: ({ tokenId }: Ids) => `/admin/v1/tokens/${tokenId}/take-over`,
    isBodyOptional: true,
    body: () => ({ reason: 'Ann left' }),
    fields: { reason: optional(reason()) },
  },
  {
    route: 'POST /admin/v1/tokens/{tokenId}/revoke',
    path: ({ tokenId }: Ids) => `/admin/v1/tokens/${tokenId}/revoke`,
    isBodyOptional: true,
    body: () => ({ reason: 'leaked' }),
    fields: { reason: optional(reason()) },
  },
  {
    route: 'POST /admin/v1/invitations/{invitationId}/revoke',
    path: ({ invitationId }: Ids) => `/admin/v1/invitations/${invitationId}/revoke`,
    isBodyOptional: true,
    body: () => ({ reason: 'wrong address' }),
    fields: { reason: optional(reason()) },
  },
  {
    route: 'PATCH /admin/v1/users/{userId}',
    path: ({ userId }: Ids) => `/admin/v1/users/${userId}`,
    body: () => ({ role: 'auditor', status: 'ACTIVE', reason: 'moves' }),
    fields: {
      role: optional(ROLE),
      status: optional(oneOf('ACTIVE', 'DISABLED')),
      reason: optional(reason()),
    },
  },
  {
    route: 'POST /admin/v1/users/{userId}/sessions/revoke',
    path: ({ userId }: Ids) => `/admin/v1/users/${userId}/sessions/revoke`,
    isBodyOptional: true,
    body: () => ({ reason: 'lost a laptop' }),
    fields: { reason: optional(reason()) },
  },
  {
    route: 'POST /admin/v1/users/{userId}/second-factors/reset',
    path: ({ userId }: Ids) => `/admin/v1/users/${userId}/second-factors/reset`,
    isBodyOptional: true,
    body: () => ({ reason: 'lost a phone' }),
    fields: { reason: optional(reason()) },
  },
  {
    route: 'POST /admin/v1/users/{userId}/password-reset',
    path: ({ userId }: Ids) => `/admin/v1/users/${userId}/password-reset`,
    isBodyOptional: true,
    body: () => ({ reason: 'asked by phone' }),
    fields: { delivery: optional(oneOf('link')), reason: optional(reason()) },
  },
  {
    route: 'POST /admin/v1/users/{userId}/identities/unlink',
    path: ({ userId }: Ids) => `/admin/v1/users/${userId}/identities/unlink`,
    isBodyOptional: true,
    body: () => ({ reason: 'has a new account' }),
    fields: { reason: optional(reason()) },
  },
  ...['totp', 'totp/remove', 'recovery-codes', 'passkeys', 'passkeys/{passkeyId}/remove'].map(
    (act) => ({
      route: `POST /auth/v1/second-factors/${act}`,
      path: () => `/auth/v1/second-factors/${act.replace('{passkeyId}', randomUUID())}`,
      body: () => ({ password: 'wrong horse battery' }),
      accepted: [400, 429],
      fields: { password: TEXT },
    }),
  ),
  {
    route: 'POST /auth/v1/second-factors/totp/confirm',
    path: () => '/auth/v1/second-factors/totp/confirm',
    body: () => ({ code: '123456' }),
    accepted: [409],
    fields: { code: TEXT },
  },
  {
    route: 'PATCH /auth/v1/second-factors/passkeys/{passkeyId}',
    path: () => `/auth/v1/second-factors/passkeys/${randomUUID()}`,
    body: () => ({ name: 'laptop' }),
    accepted: [404],
    fields: { name: TEXT },
  },
  {
    route: 'POST /auth/v1/second-factors/passkeys/confirm',
    path: () => '/auth/v1/second-factors/passkeys/confirm',
    body: () => ({ name: 'laptop', id: 'AA', clientDataJSON: 'e30', attestationObject: 'AA' }),
    accepted: [409],
    fields: { name: TEXT, id: TEXT, clientDataJSON: TEXT, attestationObject: TEXT },
  },
  {
    route: 'POST /auth/v1/sign-in/passkey/begin',
    path: () => '/auth/v1/sign-in/passkey/begin',
    body: () => ({ token: 'tsc_unknown' }),
    accepted: [200, 401, 429],
    fields: { token: optional(TEXT) },
  },
  {
    route: 'POST /auth/v1/sign-in/passkey/finish',
    path: () => '/auth/v1/sign-in/passkey/finish',
    body: () => ({ id: 'AA', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }),
    accepted: [401, 429],
    fields: { id: TEXT, clientDataJSON: TEXT, authenticatorData: TEXT, signature: TEXT },
  },
  {
    route: 'POST /auth/v1/step-up/finish',
    path: () => '/auth/v1/step-up/finish',
    body: () => ({ id: 'AA', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }),
    accepted: [409, 429],
    fields: { id: TEXT, clientDataJSON: TEXT, authenticatorData: TEXT, signature: TEXT },
  },
  {
    route: 'POST /auth/v1/sign-in/second-factor',
    path: () => '/auth/v1/sign-in/second-factor',
    body: () => ({ token: 'tsc_unknown', code: '123456' }),
    accepted: [401, 429],
    fields: { token: TEXT, code: TEXT },
  },
  {
    route: 'POST /auth/v1/password',
    path: () => '/auth/v1/password',
    body: () => ({ currentPassword: PASSWORD, newPassword: 'wrong horse battery' }),
    // After the first one, the current password is another one.
    accepted: [200, 400, 429],
    fields: { currentPassword: TEXT, newPassword: TEXT },
  },
  {
    route: 'POST /auth/v1/password-reset',
    path: () => '/auth/v1/password-reset',
    body: () => ({ email: 'nobody@example.com' }),
    // The service of these tests has no mail server.
    accepted: [409],
    fields: { email: TEXT },
  },
  {
    route: 'POST /auth/v1/password-reset/confirm',
    path: () => '/auth/v1/password-reset/confirm',
    body: () => ({ token: 'tsp_unknown', password: 'correct horse battery' }),
    accepted: [404, 429],
    fields: { token: TEXT, password: TEXT },
  },
  {
    route: 'POST /auth/v1/sign-in',
    path: () => '/auth/v1/sign-in',
    body: () => ({ email: 'nobody@example.com', password: 'wrong horse battery' }),
    accepted: [401, 429],
    fields: { email: TEXT, password: TEXT },
  },
  {
    route: 'POST /auth/v1/invitations/accept',
    path: () => '/auth/v1/invitations/accept',
    body: () => ({ token: 'tsi_unknown', name: 'Ann', password: 'correct horse battery' }),
    accepted: [404],
    fields: { token: TEXT, name: TEXT, password: TEXT },
  },
  {
    route: 'POST /auth/v1/credential-claims',
    path: () => '/auth/v1/credential-claims',
    body: () => ({ token: 'tsk_claim_unknown' }),
    accepted: [404],
    fields: { token: TEXT },
  },
  {
    route: 'POST /auth/v1/oidc/finish',
    path: () => '/auth/v1/oidc/finish',
    body: () => ({ query: '?code=unknown' }),
    // The service of these tests has no provider.
    accepted: [404],
    fields: { query: TEXT },
  },
]
