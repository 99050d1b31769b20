import { randomBytes } from 'node:crypto'
import { dataOf, type RunningService } from '../../support/service.ts'
import type { Write } from '../../operator/case.ts'
import { operatorOnAnother } from './fixture.ts'

/** The writes of keys. */
export function keyWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/keys/rotate'() {
      const body = { scope: 'data', purpose: 'codes', reason: 'yearly' }
      const reply = await open().admin.post('/admin/v1/keys/rotate', body)
      const [{ keyId, previousKeyId }] = dataOf(reply).keys
      const [before, after] = [{ keyId: previousKeyId }, { keyId }]
      const target = 'keys:codes'
      return { reply, entry: { action: 'keys.rotate', target, reason: 'yearly', before, after } }
    },
    async 'POST /admin/v1/master-keys/{masterId}/retire'() {
      const { masterKey: masterKeyPrevious } = open().services.config
      const settings = { masterKey: randomBytes(32), masterKeyPrevious }
      const { post } = await operatorOnAnother(open(), settings)
      const { masterId } = dataOf(await post('/admin/v1/keys/rotate', { scope: 'master' }))
      // By a process that never had it: the one that the others have stays.
      const target = `/admin/v1/master-keys/${masterId}/retire`
      const reply = await open().admin.post(target, { reason: 'not now' })
      const entry = {
        action: 'keys.retire',
        target: `master-key:${masterId}`,
        reason: 'not now',
        before: { wraps: dataOf(reply).wraps },
        after: { wraps: 0 },
      }
      return { reply, entry }
    },
  }
}
