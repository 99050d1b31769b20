import { dataOf, type RunningService } from '../../support/service.ts'
import type { Write } from './audit-catalog-writes.ts'
import { aDeposit, aReversal, pathOf } from './setting.ts'

/** The writes of a partner's funds and of its credit limits. */
export function fundingWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/partners/{partnerId}/deposits'() {
      const body = aDeposit({ currency: 'EUR', amount: 12.5, reference: 'wire 1' })
      const reply = await open().admin.post(`${pathOf(open().partner)}/deposits`, body)
      const after = { reference: 'wire 1', currency: 'EUR', amount: '12.50', funds: '12.50' }
      const target = `transfer:${dataOf(reply).transferId}`
      return {
        reply,
        entry: { partnerId: open().partner.partnerId, action: 'deposit', target, after },
      }
    },
    async 'POST /admin/v1/partners/{partnerId}/reversals'() {
      const body = aReversal({ currency: 'JPY', amount: 7, reference: 'wire 1', reason: 'fraud' })
      const reply = await open().admin.post(`${pathOf(open().partner)}/reversals`, body)
      const after = { reference: 'wire 1', currency: 'JPY', amount: '7', funds: '-7' }
      const target = `transfer:${dataOf(reply).transferId}`
      return {
        reply,
        entry: {
          partnerId: open().partner.partnerId,
          action: 'reversal',
          target,
          reason: 'fraud',
          after,
        },
      }
    },
    async 'PUT /admin/v1/partners/{partnerId}/credit-limits'() {
      const limit = { currency: 'KWD', amount: 1.5, reason: 'contract' }
      const reply = await open().admin.put(`${pathOf(open().partner)}/credit-limits`, limit)
      const [before, after] = ['0.000', '1.500'].map((creditLimit) => ({
        currency: 'KWD',
        creditLimit,
      }))
      const target = `partner:${open().partner.partnerId}`
      const entry = { action: 'credit_limit.set', target, reason: 'contract', before, after }
      return { reply, entry: { partnerId: open().partner.partnerId, ...entry } }
    },
  }
}
