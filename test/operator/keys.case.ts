import { randomBytes } from 'node:crypto'
import { operatorOnAnother } from '../conformance/admin-v1/fixture.ts'
import { PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { oneOf, optional, reason, withOptionalReason } from '../conformance/bad-input/values.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

/** Returns the id of a master key that only another process has, and the path to retire it. */
async function retirement(service: RunningService) {
  const { masterKey: masterKeyPrevious } = service.services.config
  const settings = { masterKey: randomBytes(32), masterKeyPrevious }
  const { post } = await operatorOnAnother(service, settings)
  const { masterId } = dataOf(await post('/admin/v1/keys/rotate', { scope: 'master' }))
  return { masterId, path: `/admin/v1/master-keys/${masterId}/retire` }
}

export const KEYS: OperatorCases = {
  'GET /admin/v1/keys': {
    roles: 'admin auditor',
    badQueries: PAGES,
    commands: { 'keys list --page 2': '/keys?page=2' },
  },

  'POST /admin/v1/keys/rotate': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ scope: 'data', purpose: 'codes', reason: 'yearly' }),
        fields: {
          scope: oneOf('master', 'data'),
          purpose: optional(oneOf('codes', 'credentials', 'exports', 'consumers', 'checkpoints')),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin }) {
      const body = { scope: 'data', purpose: 'codes', reason: 'yearly' }
      const reply = await admin.post('/admin/v1/keys/rotate', body)
      const [{ keyId, previousKeyId }] = dataOf(reply).keys
      return {
        reply,
        action: 'keys.rotate',
        target: 'keys:codes',
        reason: 'yearly',
        before: { keyId: previousKeyId },
        after: { keyId },
      }
    },
    commands: {
      'keys rotate --data --purpose codes': ['/keys/rotate', { scope: 'data', purpose: 'codes' }],
      'keys rotate --master --reason yearly': [
        '/keys/rotate',
        { scope: 'master', reason: 'yearly' },
      ],
    },
  },

  'GET /admin/v1/master-keys': {
    roles: 'admin auditor',
    commands: { 'keys masters': '/master-keys' },
  },

  'POST /admin/v1/master-keys/{masterId}/retire': {
    roles: 'admin',
    bodies: [{ ...withOptionalReason('replaced'), accepted: [409] }],
    isRefused: true,
    prepare: async (fixture) => ({
      target: (await retirement(fixture)).path,
      body: { reason: 'replaced' },
    }),
    async audit(service) {
      // Only the other process used this master key, so this service can retire it.
      const { masterId, path } = await retirement(service)
      const reply = await service.admin.post(path, { reason: 'not now' })
      return {
        reply,
        action: 'keys.retire',
        target: `master-key:${masterId}`,
        reason: 'not now',
        before: { wraps: dataOf(reply).wraps },
        after: { wraps: 0 },
      }
    },
    commands: { 'keys retire 0123456789abcdef': ['/master-keys/0123456789abcdef/retire', {}] },
  },
}
