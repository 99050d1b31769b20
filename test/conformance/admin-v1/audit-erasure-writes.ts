import { aTopUpOf } from '../../support/top-ups.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import { newCustomer } from '../partner-v1/fixture.ts'
import type { Write } from '../../operator/case.ts'
import { pathOf } from './fixture.ts'

/** The erasures of personal data. */
export function erasureWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  const reason = 'asked to be forgotten'
  return {
    async 'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure'() {
      const { admin, partner } = open()
      const { id, walletId } = await newCustomer(partner)
      const path = `${pathOf(partner)}/consumers/${id}/erasure`
      const reply = await admin.post(path, { reason })
      const after = { walletIds: [walletId] }
      const { partnerId } = partner
      const entry = { partnerId, action: 'consumer.erase', target: `consumer:${id}`, reason, after }
      return { reply, entry }
    },
    async 'POST /admin/v1/partners/{partnerId}/recipients/erasure'() {
      const { admin, partner } = open()
      const recipient = '+14155550101'
      await aTopUpOf(open(), recipient)
      const path = `${pathOf(partner)}/recipients/erasure`
      const reply = await admin.post(path, { recipient, reason })
      const target = `erasure:${dataOf(reply).erasureId}`
      const { partnerId } = partner
      const entry = {
        partnerId,
        action: 'recipient.erase',
        target,
        reason,
        after: { lines: 1, links: 0 },
      }
      return { reply, entry }
    },
  }
}
