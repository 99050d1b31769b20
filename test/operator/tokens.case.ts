import { NO_STATUSES, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  integer,
  notA,
  optional,
  reason,
  required,
  ROLE,
  withOptionalReason,
} from '../conformance/bad-input/values.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/tokens'

/** Revokes or takes over a new token; returns the reply and a part of the audit entry. */
async function doAct({ admin }: RunningService, act: string, why: string) {
  const { tokenId } = dataOf(await admin.post(PATH, { name: 'till', role: 'auditor' }))
  const reply = await admin.post(`${PATH}/${tokenId}/${act}`, { reason: why })
  return { reply, target: `token:${tokenId}`, reason: why }
}

export const TOKENS: OperatorCases = {
  'GET /admin/v1/tokens': {
    roles: 'admin auditor',
    badQueries: { state: NO_STATUSES, ...PAGES },
    commands: {
      'tokens list --sort -lastUsedAt': '/tokens?sort=-lastUsedAt',
      'tokens list --state EXPIRED': '/tokens?state=EXPIRED',
    },
  },

  'POST /admin/v1/tokens': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ name: 'till', role: 'support', expiresInDays: 7, reason: 'is new' }),
        fields: {
          name: required(...notA('string')),
          role: ROLE,
          expiresInDays: optional(integer({ min: 1, max: 366 })),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin }) {
      const token = { name: 'till', role: 'auditor' }
      const reply = await admin.post(PATH, { ...token, reason: 'asked for it' })
      const { tokenId, expiresAt } = dataOf(reply)
      return {
        reply,
        action: 'token.create',
        target: `token:${tokenId}`,
        reason: 'asked for it',
        after: { ...token, expiresAt },
      }
    },
    commands: {
      'tokens create till --role auditor --days 7 --reason new': [
        '/tokens',
        { name: 'till', role: 'auditor', expiresInDays: 7, reason: 'new' },
      ],
    },
  },

  'POST /admin/v1/tokens/{tokenId}/take-over': {
    roles: 'admin',
    bodies: [withOptionalReason('Ann left')],
    async audit(service) {
      const { reply, ...entry } = await doAct(service, 'take-over', 'Ann left')
      const state = { state: 'ACTIVE', issuedBy: null }
      return { reply, action: 'token.take_over', ...entry, before: state, after: state }
    },
    commands: {
      'tokens take-over 3 --reason "Ann left"': ['/tokens/3/take-over', { reason: 'Ann left' }],
    },
  },

  'POST /admin/v1/tokens/{tokenId}/revoke': {
    roles: 'admin',
    bodies: [withOptionalReason('leaked')],
    async audit(service) {
      const { reply, ...entry } = await doAct(service, 'revoke', 'leaked')
      const { revokedAt } = dataOf(reply)
      const states = { before: { revokedAt: null }, after: { revokedAt } }
      return { reply, action: 'token.revoke', ...entry, ...states }
    },
    commands: { 'tokens revoke 3 --reason leaked': ['/tokens/3/revoke', { reason: 'leaked' }] },
  },
}
