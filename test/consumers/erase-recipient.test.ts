import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf } from '../../src/orders/mod.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf, openService, type Partner, type RunningService } from '../support/service.ts'
import { aTopUpOf, aTopUpProduct, topUpOf } from '../support/top-ups.ts'

let service: RunningService
beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
})
afterAll(() => service.end())

const reason = 'ticket 12'

function erase(
  recipient: string,
  { partner = service.partner, headers = {} } = {},
): Promise<Reply> {
  const path = `/admin/v1/partners/${partner.partnerId}/recipients/erasure`
  return service.admin.post(path, { recipient, reason }, headers)
}

function aKey() {
  return { 'idempotency-key': randomUUID() }
}

async function orderIdsOf(recipient: string): Promise<string[]> {
  const path = `/admin/v1/orders?recipient=${encodeURIComponent(recipient)}`
  return dataOf(await service.admin.get(path)).map(({ id }: { id: string }) => id)
}

/** Returns the names of tables that have a row with this text, or its bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = service.db
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const hex = Buffer.from(text, 'utf8').toString('hex')
  const names: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `select from ${name} as one where strpos(one::text, $1) + strpos(one::text, $2) > 0 limit 1`,
      [text, hex],
    )
    if ((rowCount ?? 0) > 0) names.push(name)
  }
  return names
}

async function totals(): Promise<Json> {
  const { rows } = await service.db.pool.query(
    `select partner_id, order_no, total_minor, charged_minor, status from orders order by 1, 2`,
  )
  return rows
}

test('an erased recipient is in no table and found by no search, and amounts stay', async () => {
  const phone = '+14155550111'
  const first = await aTopUpOf(service, phone)
  const second = await aTopUpOf(service, phone)
  const other = await aTopUpOf(service, '+14155550112')
  const before = await totals()
  expect(await tablesWith(phone)).toEqual(['order_lines'])
  expect(new Set(await orderIdsOf(phone))).toEqual(new Set([first.id, second.id]))

  const erasure = dataOf(await erase('+1 (415) 555-0111'))

  expect(erasure).toMatchObject({ kind: 'RECIPIENT', lines: 2, hasMore: false, reason })
  expect(await tablesWith(phone)).toEqual([])
  expect(await orderIdsOf(phone)).toEqual([])
  expect(dataOf(await service.admin.get(`/admin/v1/trace?q=${encodeURIComponent(phone)}`))).toEqual(
    expect.objectContaining({ orders: [] }),
  )
  const { rows } = await service.db.pool.query(
    `select from orders where fingerprint = '' and client_reference = any($1)`,
    [[first, second].map(({ clientReference }) => clientReference)],
  )
  expect(rows).toHaveLength(2)
  expect(await orderIdsOf('+14155550112')).toEqual([other.id])
  expect(await totals()).toEqual(before)
  const { hasMore, ...listed } = erasure
  expect(dataOf(await service.admin.get('/admin/v1/erasures'))[0]).toEqual(listed)
  expect(hasMore).toBe(false)
  expect((await erase(phone)).status).toBe(404)
})

test('an open order keeps its recipient: the refusal names the order, and nothing changed', async () => {
  const phone = '+14155550121'
  const productId = await aTopUpProduct(service)
  const done = await completeOrder(service, { items: [topUpOf(productId, phone)] })
  const open = await completeOrder(service, { items: [topUpOf(productId, phone)] })
  const status = (to: string) =>
    service.db.pool.query(
      `update orders set status = $1, previous_status = 'PROCESSING', completed_at = null
       where client_reference = $2`,
      [to, open.clientReference],
    )
  const batch = (to: string) =>
    service.db.pool.query(
      `update fulfillments f set status = $1, completed_at = null from orders o
       where (f.partner_id, f.order_no) = (o.partner_id, o.order_no) and client_reference = $2`,
      [to, open.clientReference],
    )

  await status('OUT_OF_STOCK')
  const refused = await erase(phone)
  await status('CANCELLED')
  await batch('PROCESSING')
  const underWay = await erase(phone)

  for (const { status: code, body } of [refused, underWay]) {
    expect(code).toBe(409)
    expect(body.error.message).toContain(open.id)
    expect(body.error.message).not.toContain(done.id)
  }
  expect(new Set(await orderIdsOf(phone))).toEqual(new Set([done.id, open.id]))
  await batch('FAILED')
  expect(dataOf(await erase(phone))).toMatchObject({ lines: 2 })
})

test('a recipient of another partner stays, and a repeated key erases once', async () => {
  const phone = '+14155550131'
  const { id } = await aTopUpOf(service, phone)
  const stranger: Partner = await service.newPartner()
  expect((await erase(phone, { partner: stranger })).status).toBe(404)
  expect(await orderIdsOf(phone)).toEqual([id])

  const headers = aKey()
  const erasure = dataOf(await erase(phone, { headers }))
  expect(dataOf(await erase(phone, { headers }))).toEqual(erasure)
  expect((await erase('+14155550132', { headers })).status).toBe(409)
})

test('an idempotency key stores no hash from which a phone or a code could be guessed', async () => {
  const phone = '+14155550141'
  await aTopUpOf(service, phone)
  const bodies = [{ recipient: phone, reason }, { code: 'GUESS-0001' }]
  dataOf(await erase(phone, { headers: aKey() }))
  dataOf(await service.admin.post('/admin/v1/codes/find', bodies[1], aKey()))

  for (const body of bodies) {
    expect(await tablesWith(fingerprintOf(body).toString('hex'))).toEqual([])
  }
})
