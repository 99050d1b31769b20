import { expect } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import { completed } from '../v2/fixture.ts'
import type { Write } from '../../operator/case.ts'

/** The writes of cases. */
export function caseWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  const order = async (): Promise<Json> => {
    const { productId } = await open().product()
    return await completed(open(), { productId, amount: 10 })
  }
  const decided = async (act: 'accept' | 'reject', state: string) => {
    const { id } = await order()
    const asked = { itemNo: 1, kind: 'block', reason: 'stolen' }
    const { caseId } = dataOf(await open().partner.post(`/v2/orders/${id}/cases`, asked))
    const reply = await open().admin.post(`/admin/v1/cases/${caseId}/${act}`, { reason: 'seen' })
    const { partnerId } = open().partner
    const after = { orderNo: expect.any(Number), itemNo: 1, kind: 'block', state }
    const states = { before: { state: 'REQUESTED' }, after }
    const entry = { partnerId, action: `case.${act}`, target: `case:${caseId}`, ...states }
    return { reply, entry: { ...entry, reason: 'seen' } }
  }
  return {
    async 'POST /admin/v1/orders/{orderId}/cases'() {
      const { id } = await order()
      const body = { itemNo: 1, kind: 'refund', reason: 'broken', amount: 2.5 }
      const reply = await open().admin.post(`/admin/v1/orders/${id}/cases`, body)
      const { partnerId } = open().partner
      const target = `case:${dataOf(reply).caseId}`
      const money = { currency: 'USD', amount: '2.50' }
      const after = {
        orderNo: expect.any(Number),
        itemNo: 1,
        kind: 'refund',
        state: 'DONE',
        ...money,
      }
      return { reply, entry: { partnerId, action: 'case.open', target, reason: 'broken', after } }
    },
    'POST /admin/v1/cases/{caseId}/accept': () => decided('accept', 'DONE'),
    'POST /admin/v1/cases/{caseId}/reject': () => decided('reject', 'REJECTED'),
  }
}
