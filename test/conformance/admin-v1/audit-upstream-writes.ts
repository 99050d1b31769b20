import { dataOf, type RunningService } from '../../support/service.ts'
import type { Write } from '../../operator/case.ts'
import { placed } from '../v2/fixture.ts'
import { makeUpPurchase } from './purchases.ts'
import { anUpstream } from './fixture.ts'

/** The writes of our accounts upstream, each with the entry that it leaves: no secret is in it. */
export function upstreamWrites(serviceOf: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/upstreams'() {
      const reply = await serviceOf().admin.post('/admin/v1/upstreams', anUpstream('first'))
      const { clientId, baseUrl, currency } = anUpstream('first')
      const after = { name: 'first', baseUrl, clientId, currency, lowFloat: null, active: true }
      return { reply, entry: { action: 'upstream.create', target: 'upstream:first', after } }
    },
    async 'PATCH /admin/v1/upstreams/{upstreamName}'() {
      const { admin } = serviceOf()
      const { apiKey, hmacSecret, ...kept } = anUpstream('second')
      dataOf(await admin.post('/admin/v1/upstreams', anUpstream('second')))
      const { clientId } = kept
      const body = { clientId, apiKey, hmacSecret, active: false, lowFloat: 5, reason: 'yearly' }
      const reply = await admin.patch('/admin/v1/upstreams/second', body)
      const before = { ...kept, lowFloat: null, active: true }
      const entry = {
        action: 'upstream.update',
        target: 'upstream:second',
        reason: 'yearly',
        before,
        after: { ...before, lowFloat: '5.00', active: false, secrets: 'changed' },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close'() {
      const service = serviceOf()
      const { admin, partner } = service
      dataOf(await admin.post('/admin/v1/upstreams', anUpstream('third')))
      const { productId } = await service.product()
      const { id: orderId } = await placed(partner, { productId })
      const fault = 'they do not know their order o-1'
      const reference = await makeUpPurchase(service, { upstream: 'third', orderId, fault })
      const target = `/admin/v1/upstreams/third/purchases/${reference}/close`
      const reply = await admin.post(target, { reason: 'they refund it' })
      const theirs = { upstreamOrderId: 'o-1', upstreamStatus: null }
      const bought = { productId: 1, quantity: 1, released: false }
      const entry = {
        partnerId: partner.partnerId,
        action: 'upstream.purchase.close',
        target: 'upstream:third',
        reason: 'they refund it',
        before: { reference, status: 'PLACED', ...theirs, ...bought, fault },
        after: { reference, status: 'CLOSED' },
      }
      return { reply, entry }
    },
  }
}
