import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { anUnstockedOrder, auditCount, lastAudit, reverse } from './fixture.ts'

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' } })
  productId = (await service.product({ supplier: 'vault' })).productId
})

afterAll(() => service.end())

/** Runs `write` while a constraint of the table refuses audit entries of this action. */
async function withoutAuditOf<T>(action: string, write: () => Promise<T>): Promise<T> {
  const { pool } = service.db
  await pool.query(`alter table audit_entries add constraint no_entry check (action <> '${action}')
    not valid`)
  try {
    return await write()
  } finally {
    await pool.query('alter table audit_entries drop constraint no_entry')
  }
}

function order(): Promise<Json> {
  return anUnstockedOrder(service, service.partner, { productId, amount: 10 })
}

/** The parts of an order that an operator can change: its status, its batches, and the funds. */
async function stateOf(id: string): Promise<Json> {
  const { status, fulfillments } = dataOf(await service.admin.get(`/admin/v1/orders/${id}`))
  return { status, fulfillments, funds: await service.partner.funds() }
}

describe('if its audit entry cannot be stored, a write is rolled back', () => {
  test('a cancellation', async () => {
    const { id } = await order()
    const before = await stateOf(id)
    const target = `/admin/v1/orders/${id}/cancel`

    const reply = await withoutAuditOf('order.cancel', () =>
      service.admin.post(target, { reason: 'asked for' }),
    )

    expect(reply.status).toBe(500)
    expect(await stateOf(id)).toEqual(before)
    expect(dataOf(await service.admin.post(target, { reason: 'asked for' }))).toMatchObject({
      status: 'CANCELLED',
    })
  })

  test('a retry', async () => {
    const { id } = await order()
    const { db } = service
    const batches = `select attempt, waits_for, due_at from fulfillments where waits_for = 'stock'`
    const before = (await db.pool.query(batches)).rows

    const reply = await withoutAuditOf('order.retry', () =>
      service.admin.post(`/admin/v1/orders/${id}/retry`),
    )

    expect(reply.status).toBe(500)
    expect((await db.pool.query(batches)).rows).toEqual(before)
  })

  test('an import', async () => {
    const { productId: other } = await service.product({ supplier: 'vault' })

    const reply = await withoutAuditOf('codes.import', () => service.stock(other, ['UNSEEN-1']))

    expect(reply.status).toBe(500)
    expect(dataOf(await service.stock(other, ['UNSEEN-1']))).toMatchObject({ imported: 1 })
  })
})

test('an import of several chunks leaves one entry, which names its lot', async () => {
  const { productId: other } = await service.product({ supplier: 'vault' })
  const before = await auditCount(service)
  const codes = Array.from({ length: 20_000 }, (_, at) => `CHUNKED-${at}`)

  const { importId, lot } = dataOf(await service.stock(other, codes))

  const { body } = await service.admin.get(`/admin/v1/audit?target=product:${other}`)
  const imports = (body.data as Json[]).filter(({ action }) => action === 'codes.import')
  expect(imports.map(({ after }) => after)).toEqual([{ importId, lot }])
  expect(await auditCount(service)).toBe(before + 1)
})

test('a retry that finds nothing to send leaves no entry', async () => {
  const partner = await service.newPartner({ USD: '10.00' })
  const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })
  dataOf(await reverse(service, partner, { amount: 10 }))
  await service.waitForOrder(id, 'ON_HOLD')
  const before = await auditCount(service)

  const reply = await service.admin.post(`/admin/v1/orders/${id}/retry`)

  expect(dataOf(reply)).toEqual({ id, retried: 0 })
  expect(await auditCount(service)).toBe(before)
})

test('a cancellation by a deadline leaves no entry of the operator', async () => {
  const { id } = await order()
  const before = await lastAudit(service)
  await service.db.pool.query(`update orders set status_since = now() - interval '1 year'
    where status = 'OUT_OF_STOCK'`)

  await service.waitForOrder(id, 'CANCELLED')

  expect(await lastAudit(service)).toEqual(before)
})
