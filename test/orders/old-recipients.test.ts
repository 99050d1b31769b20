import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOld } from '../../src/db/mod.ts'
import { OLD_RECIPIENTS } from '../../src/orders/erase-recipient.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { aTopUpProduct, topUpOf } from '../support/top-ups.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

const DAYS = 30
const PHONE = '+14155550100'

let service: RunningService
beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
})
afterAll(() => service.end())

async function removeAfter(days: number): Promise<void> {
  const { services, db } = service
  const clock = { ...services.clock, now: () => Date.now() + days * MS_PER_DAY }
  await removeOld({ db, vault: services.vault, clock }, OLD_RECIPIENTS, DAYS * MS_PER_DAY)
}

async function orderIdsFound(): Promise<string[]> {
  const path = `/admin/v1/orders?recipient=${encodeURIComponent(PHONE)}`
  return dataOf(await service.admin.get(path)).map(({ id }: { id: string }) => id)
}

test('recipients are deleted some days after their order is final; open orders keep their recipients', async () => {
  const line = topUpOf(await aTopUpProduct(service), PHONE)
  const body = { items: [line], clientReference: 'final' }
  const { id } = await completeOrder(service, body)
  const open = await completeOrder(service, { items: [line], clientReference: 'open' })
  await service.db.pool.query(
    `update orders set status = 'OUT_OF_STOCK', previous_status = 'PENDING', completed_at = null
     where client_reference = 'open'`,
  )

  await removeAfter(DAYS - 1)
  expect(new Set(await orderIdsFound())).toEqual(new Set([id, open.id]))
  await removeAfter(DAYS + 1)

  expect(await orderIdsFound()).toEqual([open.id])
  const { rows } = await service.db.pool.query(
    `select client_reference, recipient, fingerprint = '' as "isForgotten"
     from order_lines join orders using (partner_id, order_no) order by 1`,
  )
  expect(rows).toEqual([
    { client_reference: 'final', recipient: null, isForgotten: true },
    { client_reference: 'open', recipient: { phone: PHONE }, isForgotten: false },
  ])
  const again = await service.partner.post('/v2/orders', { currency: 'USD', ...body })
  expect(again.status).toBe(409)
  expect((await service.partner.get(`/v2/orders/${id}`)).status).toBe(200)
})
