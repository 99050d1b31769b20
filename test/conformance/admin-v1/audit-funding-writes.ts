import { createHash } from 'node:crypto'
import type { Json } from '../../support/client.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import type { Write } from '../../operator/case.ts'
import { aDeposit, aReversal, pathOf } from './fixture.ts'

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
    async 'PUT /admin/v1/partners/{partnerId}/spend-limits'() {
      const { clientId } = open().partner.credentials
      const limit = { clientId, currency: 'KWD', perDay: 1.5, reason: 'contract' }
      const reply = await open().admin.put(`${pathOf(open().partner)}/spend-limits`, limit)
      const [before, after] = [null, '1.500'].map((perDay) => ({
        currency: 'KWD',
        perDay,
        perMonth: null,
      }))
      const target = `credential:${clientId}`
      const entry = { action: 'spend_limit.set', target, reason: 'contract', before, after }
      return { reply, entry: { partnerId: open().partner.partnerId, ...entry } }
    },
    async 'POST /admin/v1/reconciliations/deposits'() {
      return await reconciled(open(), 'deposits')
    },
    async 'POST /admin/v1/reconciliations/purchases'() {
      const { url, admin, partner } = open()
      const upstream = { name: 'audited', baseUrl: url, currency: 'USD' }
      dataOf(await admin.post('/admin/v1/upstreams', { ...upstream, ...partner.credentials }))
      return await reconciled(open(), 'purchases', { upstream: 'audited' })
    },
  }
}

async function reconciled({ admin }: RunningService, kind: string, more: Json = {}) {
  const query = new URLSearchParams({
    currency: 'EUR',
    from: '2020-01-01',
    to: '2020-02-01',
    ...more,
  })
  const csv = 'reference,amount\nwire 0,1.00\n'
  const path = `/admin/v1/reconciliations/${kind}?${query.toString()}`
  const reply = await admin.post(path, csv, { 'content-type': 'text/csv' })
  const counts = {
    matched: 0,
    missing_here: 1,
    missing_there: 0,
    different_amount: 0,
    different_currency: 0,
  }
  const after = {
    kind,
    ...more,
    currency: 'EUR',
    from: '2020-01-01T00:00:00.000Z',
    to: '2020-02-01T00:00:00.000Z',
    fileSha256: createHash('sha256').update(csv).digest('hex'),
    ...counts,
  }
  const target = `reconciliation:${dataOf(reply).reconciliationId}`
  return { reply, entry: { action: 'reconciliation.create', target, after } }
}
