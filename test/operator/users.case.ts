import { randomUUID } from 'node:crypto'
import { sql } from '../../src/db/mod.ts'
import {
  NO_NUMBERS,
  NO_STATUSES,
  NO_TEXTS,
  PAGES,
} from '../conformance/bad-input/bad-parameters.ts'
import {
  email,
  integer,
  oneOf,
  optional,
  reason,
  ROLE,
  withOptionalReason,
} from '../conformance/bad-input/values.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import type { OperatorCases } from './case.ts'

const INVITATIONS = '/admin/v1/invitations'

/** Calls one action on a new user; returns the user's session and a part of the audit entry. */
async function actOn(service: RunningService, act: string, why: string) {
  const { userId, sessionId } = await signedIn(service, { role: 'support' })
  const reply = await service.admin.post(`/admin/v1/users/${userId}/${act}`, { reason: why })
  return { sessionId, partialEntry: { reply, target: `user:${userId}`, reason: why } }
}

export const USERS: OperatorCases = {
  'GET /admin/v1/users': {
    roles: 'admin auditor',
    badQueries: {
      partnerId: NO_NUMBERS,
      email: NO_TEXTS,
      role: NO_STATUSES,
      status: NO_STATUSES,
      ...PAGES,
    },
    commands: {
      'users list --partner 7': '/users?partnerId=7',
      'users list --email example.com --role owner --status DISABLED':
        '/users?email=example.com&role=owner&status=DISABLED',
      'users list --sort email': '/users?sort=email',
    },
  },

  'GET /admin/v1/invitations': {
    roles: 'admin auditor',
    badQueries: { partnerId: NO_NUMBERS, ...PAGES },
    commands: {
      'users invitations --partner 7 --sort -expiresAt': '/invitations?partnerId=7&sort=-expiresAt',
    },
  },

  'POST /admin/v1/invitations': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ email: `${randomUUID()}@example.com`, role: 'support', reason: 'is new' }),
        fields: {
          email: email(),
          role: ROLE,
          partnerId: optional(integer({ min: 1, max: 2_097_151 })),
          delivery: optional(oneOf('link')),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin, partner: { partnerId } }) {
      const person = { email: `${randomUUID()}@example.com`, role: 'owner', partnerId }
      const reply = await admin.post(INVITATIONS, { ...person, reason: 'asked for it' })
      return {
        reply,
        partnerId,
        action: 'user.invite',
        target: `invitation:${person.email}`,
        reason: 'asked for it',
        after: { role: 'owner', expiresAt: dataOf(reply).expiresAt, delivery: 'link' },
      }
    },
    commands: {
      'users invite ann@example.com --role admin': [
        '/invitations',
        { email: 'ann@example.com', role: 'admin' },
      ],
      'users invite ann@example.com --role owner --partner 7 --reason new': [
        '/invitations',
        { email: 'ann@example.com', role: 'owner', partnerId: 7, reason: 'new' },
      ],
      'users invite ann@example.com --role admin --link': [
        '/invitations',
        { email: 'ann@example.com', role: 'admin', delivery: 'link' },
      ],
    },
  },

  'POST /admin/v1/invitations/{invitationId}/revoke': {
    roles: 'admin',
    bodies: [withOptionalReason('wrong address')],
    async audit({ admin }) {
      const person = { email: `${randomUUID()}@example.com`, role: 'support' }
      const { invitationId } = dataOf(await admin.post(INVITATIONS, person))
      const path = `${INVITATIONS}/${invitationId}/revoke`
      const reply = await admin.post(path, { reason: 'wrong address' })
      return {
        reply,
        action: 'user.revoke_invitation',
        target: `invitation:${person.email}`,
        reason: 'wrong address',
        before: { role: 'support' },
      }
    },
    commands: {
      'users revoke-invitation 3 --reason "wrong address"': [
        '/invitations/3/revoke',
        { reason: 'wrong address' },
      ],
    },
  },

  'PATCH /admin/v1/users/{userId}': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ role: 'auditor', status: 'ACTIVE', reason: 'moves' }),
        fields: {
          role: optional(ROLE),
          status: optional(oneOf('ACTIVE', 'DISABLED')),
          reason: optional(reason()),
        },
      },
    ],
    prepareApproval: ({ ids }) => ({
      target: `/admin/v1/users/${ids.userId}`,
      body: { role: 'finance' },
    }),
    async audit(service) {
      const { userId } = await signedIn(service, { role: 'support' })
      const after = { role: 'finance', status: 'DISABLED' }
      const path = `/admin/v1/users/${userId}`
      const reply = await service.admin.patch(path, { ...after, reason: 'moves' })
      const before = { role: 'support', status: 'ACTIVE' }
      const target = `user:${userId}`
      return { reply, action: 'user.update', target, reason: 'moves', before, after }
    },
    commands: {
      'users set-role 3 finance': ['/users/3', { role: 'finance' }],
      'users disable 3 --reason left': ['/users/3', { status: 'DISABLED', reason: 'left' }],
      'users enable 3': ['/users/3', { status: 'ACTIVE' }],
    },
  },

  'POST /admin/v1/users/{userId}/sessions/revoke': {
    roles: 'admin',
    bodies: [withOptionalReason('lost a laptop')],
    async audit(service) {
      const { sessionId, partialEntry } = await actOn(service, 'sessions/revoke', 'lost a laptop')
      const states = { before: { sessionIds: [sessionId] }, after: { sessionIds: [] } }
      return { ...partialEntry, action: 'user.revoke_sessions', ...states }
    },
    commands: {
      'users revoke-sessions 3 --reason "lost a laptop"': [
        '/users/3/sessions/revoke',
        { reason: 'lost a laptop' },
      ],
    },
  },

  'POST /admin/v1/users/{userId}/second-factors/reset': {
    roles: 'admin',
    bodies: [withOptionalReason('lost a phone')],
    async audit(service) {
      const { partialEntry } = await actOn(service, 'second-factors/reset', 'lost a phone')
      const none = { totpSince: null, passkeys: [] }
      const action = 'user.reset_second_factors'
      return { ...partialEntry, action, before: none, after: none }
    },
    commands: {
      'users reset-factors 3 --reason "lost a phone"': [
        '/users/3/second-factors/reset',
        { reason: 'lost a phone' },
      ],
    },
  },

  'POST /admin/v1/users/{userId}/password-reset': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ reason: 'asked by phone' }),
        isBodyOptional: true,
        fields: { delivery: optional(oneOf('link')), reason: optional(reason()) },
      },
    ],
    async audit(service) {
      const { partialEntry } = await actOn(service, 'password-reset', 'asked by phone')
      const after = { expiresAt: dataOf(partialEntry.reply).expiresAt, delivery: 'link' }
      return { ...partialEntry, action: 'user.request_password_reset', after }
    },
    commands: {
      'users reset-password 3 --reason "asked by phone"': [
        '/users/3/password-reset',
        { reason: 'asked by phone' },
      ],
      'users reset-password 3 --link': ['/users/3/password-reset', { delivery: 'link' }],
    },
  },

  'POST /admin/v1/users/{userId}/identities/unlink': {
    roles: 'admin',
    bodies: [withOptionalReason('has a new account')],
    async audit(service) {
      const { userId } = await signedIn(service, { role: 'support' })
      const [issuer, subject] = ['https://id.example.com', `subject-${userId}`]
      await service.db.rows(sql`
        insert into user_identities (issuer, user_id, subject, linked_at)
        values (${issuer}, ${userId}, ${subject}, now())`)
      const path = `/admin/v1/users/${userId}/identities/unlink`
      const reply = await service.admin.post(path, { reason: 'has a new account' })
      return {
        reply,
        action: 'user.unlink_identities',
        target: `user:${userId}`,
        reason: 'has a new account',
        before: { identities: [{ issuer, subject }] },
        after: { identities: [] },
      }
    },
    commands: {
      'users unlink 3 --reason "has a new account"': [
        '/users/3/identities/unlink',
        { reason: 'has a new account' },
      ],
    },
  },
}
