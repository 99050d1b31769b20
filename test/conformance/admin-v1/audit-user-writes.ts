import { randomUUID } from 'node:crypto'
import { sql } from '../../../src/db/mod.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { Write } from '../../operator/case.ts'

/** The writes of users, invitations and tokens. */
export function userWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return { ...issuingWrites(open), ...writesOfUsers(open) }
}

/** The writes of invitations and tokens. */
function issuingWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/invitations'() {
      const { partnerId } = open().partner
      const email = `${randomUUID()}@example.com`
      const body = { email, role: 'owner', partnerId, reason: 'asked for it' }
      const reply = await open().admin.post('/admin/v1/invitations', body)
      const { expiresAt } = dataOf(reply)
      const entry = {
        partnerId,
        action: 'user.invite',
        target: `invitation:${email}`,
        reason: 'asked for it',
        after: { role: 'owner', expiresAt, delivery: 'link' },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/invitations/{invitationId}/revoke'() {
      const email = `${randomUUID()}@example.com`
      const { invitationId } = dataOf(
        await open().admin.post('/admin/v1/invitations', { email, role: 'support' }),
      )
      const path = `/admin/v1/invitations/${invitationId}/revoke`
      const reply = await open().admin.post(path, { reason: 'wrong address' })
      const entry = {
        action: 'user.revoke_invitation',
        target: `invitation:${email}`,
        reason: 'wrong address',
        before: { role: 'support' },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/tokens/{tokenId}/take-over'() {
      const body = { name: 'till', role: 'auditor' }
      const { tokenId } = dataOf(await open().admin.post('/admin/v1/tokens', body))
      const path = `/admin/v1/tokens/${tokenId}/take-over`
      const reply = await open().admin.post(path, { reason: 'Ann left' })
      const entry = {
        action: 'token.take_over',
        target: `token:${tokenId}`,
        reason: 'Ann left',
        before: { state: 'ACTIVE', issuedBy: null },
        after: { state: 'ACTIVE', issuedBy: null },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/tokens'() {
      const body = { name: 'till', role: 'auditor', reason: 'asked for it' }
      const reply = await open().admin.post('/admin/v1/tokens', body)
      const { tokenId, expiresAt } = dataOf(reply)
      const entry = {
        action: 'token.create',
        target: `token:${tokenId}`,
        reason: 'asked for it',
        after: { name: 'till', role: 'auditor', expiresAt },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/tokens/{tokenId}/revoke'() {
      const body = { name: 'till', role: 'auditor' }
      const { tokenId } = dataOf(await open().admin.post('/admin/v1/tokens', body))
      const path = `/admin/v1/tokens/${tokenId}/revoke`
      const reply = await open().admin.post(path, { reason: 'leaked' })
      const entry = {
        action: 'token.revoke',
        target: `token:${tokenId}`,
        reason: 'leaked',
        before: { revokedAt: null },
        after: { revokedAt: dataOf(reply).revokedAt },
      }
      return { reply, entry }
    },
  }
}

function writesOfUsers(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/users/{userId}/sessions/revoke'() {
      const { userId, sessionId } = await signedIn(open(), { role: 'support' })
      const path = `/admin/v1/users/${userId}/sessions/revoke`
      const reply = await open().admin.post(path, { reason: 'lost a laptop' })
      const entry = {
        action: 'user.revoke_sessions',
        target: `user:${userId}`,
        reason: 'lost a laptop',
        before: { sessionIds: [sessionId] },
        after: { sessionIds: [] },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/users/{userId}/second-factors/reset'() {
      const { userId } = await signedIn(open(), { role: 'support' })
      const path = `/admin/v1/users/${userId}/second-factors/reset`
      const reply = await open().admin.post(path, { reason: 'lost a phone' })
      const entry = {
        action: 'user.reset_second_factors',
        target: `user:${userId}`,
        reason: 'lost a phone',
        before: { totpSince: null, passkeys: [] },
        after: { totpSince: null, passkeys: [] },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/users/{userId}/password-reset'() {
      const { userId } = await signedIn(open(), { role: 'support' })
      const path = `/admin/v1/users/${userId}/password-reset`
      const reply = await open().admin.post(path, { reason: 'asked by phone' })
      const { expiresAt } = dataOf(reply)
      const entry = {
        action: 'user.request_password_reset',
        target: `user:${userId}`,
        reason: 'asked by phone',
        after: { expiresAt, delivery: 'link' },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/users/{userId}/identities/unlink'() {
      const { userId } = await signedIn(open(), { role: 'support' })
      const [issuer, subject] = ['https://id.example.com', `subject-${userId}`]
      await open().db.rows(sql`
        insert into user_identities (issuer, user_id, subject, linked_at)
        values (${issuer}, ${userId}, ${subject}, now())`)
      const path = `/admin/v1/users/${userId}/identities/unlink`
      const reply = await open().admin.post(path, { reason: 'has a new account' })
      const entry = {
        action: 'user.unlink_identities',
        target: `user:${userId}`,
        reason: 'has a new account',
        before: { identities: [{ issuer, subject }] },
        after: { identities: [] },
      }
      return { reply, entry }
    },
    async 'PATCH /admin/v1/users/{userId}'() {
      const { userId } = await signedIn(open(), { role: 'support' })
      const body = { role: 'finance', status: 'DISABLED', reason: 'moves' }
      const reply = await open().admin.patch(`/admin/v1/users/${userId}`, body)
      const entry = {
        action: 'user.update',
        target: `user:${userId}`,
        reason: 'moves',
        before: { role: 'support', status: 'ACTIVE' },
        after: { role: 'finance', status: 'DISABLED' },
      }
      return { reply, entry }
    },
  }
}
