import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { createWaitingLinks } from '../../src/http/mod.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import { refuseLinks } from '../support/refused-rows.ts'
import { postLinks } from './link-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

/** More than are written at once, and not a whole number of parts. */
const COUNT = 2_300

const recipients = Array.from({ length: COUNT }, (_, at) => ({
  name: `Person ${at}`,
  email: `person-${at}@example.com`,
  amount: 10 + (at % 3),
  reference: `row-${at}`,
}))

async function expectVerified({ db }: Pick<RunningService, 'db'>): Promise<void> {
  expect((await verifyBooks(db)).differences).toEqual([])
}

test('many links have their results in the order of the request, and one payment', async () => {
  const service = await shared({ funds: { USD: '50000.00' } })
  const { partner } = service
  await service.product()
  const key = randomUUID()
  const input = { reference: randomUUID(), recipients }

  const sent = await postLinks(partner, input, key)
  const again = await postLinks(partner, input, key)

  const { links } = dataOf(sent)
  expect(links.map(({ reference }: { reference: string }) => reference)).toEqual(
    recipients.map(({ reference }) => reference),
  )
  expect(links.map(({ amount }: { amount: number }) => amount)).toEqual(
    recipients.map(({ amount }) => amount),
  )
  expect(again.status).toBe(201)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual(sent.body)
  expect(await partner.funds()).toEqual({ USD: 50_000 - 25_299 })
  await expectVerified(service)
})

test('links that a process could not finish are the same after a repeat', async () => {
  const service = await shared({ funds: { USD: '50000.00' } })
  const { partner } = service
  await service.product()
  const key = randomUUID()
  const input = { reference: randomUUID(), recipients }
  const stopRefusing = await refuseLinks(service, 'row-1700')

  const cut = await postLinks(partner, input, key)

  expect(cut.status).toBe(500)
  const { data: begun } = (await partner.get('/v2/links?pageSize=1')).body
  expect(begun[0].reference).toBe('row-1499')
  expect(await partner.funds()).toEqual({ USD: 50_000 - 25_299 })
  await expectVerified(service)

  await stopRefusing()
  const repeat = await postLinks(partner, input, key)

  expect(dataOf(repeat).links).toHaveLength(COUNT)
  expect(dataOf(repeat).links[1_499].linkId).toBe(begun[0].linkId)
  expect(await partner.funds()).toEqual({ USD: 50_000 - 25_299 })
  await expectVerified(service)
})

test('an erased person does not come back with links that are written later', async () => {
  const service = await shared({ funds: { USD: '90000.00' } })
  const { partner, admin, db } = service
  await service.product()
  const input = { reference: randomUUID(), recipients }
  const key = randomUUID()
  const stopRefusing = await refuseLinks(service, 'row-1700')
  expect((await postLinks(partner, input, key)).status).toBe(500)
  const path = `/admin/v1/partners/${partner.partnerId}/recipients/erasure`
  const erase = async (recipient: string) =>
    dataOf(await admin.post(path, { recipient, reason: 'ticket 12' }))

  await erase('person-3@example.com')
  await erase('Person-1800@example.com')
  await erase('+14155550100')
  await stopRefusing()
  dataOf(await postLinks(partner, input, key))
  dataOf(await postLinks(partner, { ...input, reference: randomUUID() }))

  const { rows } = await db.pool.query(
    `select reference from links where partner_id = $1
       and (recipient_sealed is null or email_blind is null) order by 1`,
    [partner.partnerId],
  )
  expect(rows).toEqual([{ reference: 'row-1800' }, { reference: 'row-3' }])
  expect((await admin.post(path, { recipient: 'nobody@example.com', reason: 'x' })).status).toBe(
    404,
  )
  await expectVerified(service)
})

test('links that were accepted are written after their partner was suspended', async () => {
  const service = await shared({ funds: { USD: '50000.00' } })
  const { partner, admin, db, services } = service
  await service.product()
  const stopRefusing = await refuseLinks(service, 'row-1700')
  expect((await postLinks(partner, { reference: randomUUID(), recipients })).status).toBe(500)
  const suspension = { status: 'SUSPENDED', reason: 'unpaid' }
  dataOf(await admin.patch(`/admin/v1/partners/${partner.partnerId}`, suspension))
  await stopRefusing()
  const clock = { ...services.clock, now: () => services.clock.now() + 120_000 }

  await createWaitingLinks({ ...services, clock })()

  const [written] = await db.rows<{ count: bigint }>(
    sql`select count(*) from links where partner_id = ${partner.partnerId}`,
  )
  expect(written).toEqual({ count: BigInt(COUNT) })
  await expectVerified(service)
})

test('links that cannot be written do not hold up those of other requests', async () => {
  const service = await shared({ funds: { USD: '60000.00' } })
  const { partner, db, services } = service
  await service.product()
  const stopRefusing = await refuseLinks(service, 'row-100')
  const inputs = [1, 2].map(() => ({ reference: randomUUID(), recipients }))
  for (const input of inputs) expect((await postLinks(partner, input)).status).toBe(500)
  await stopRefusing()
  await db.rows(sql`
    delete from link_parts p using link_batches b
    where b.parts_id = p.parts_id and b.reference = ${inputs[0]?.reference ?? ''}`)
  const clock = { ...services.clock, now: () => services.clock.now() + 120_000 }

  await expect(createWaitingLinks({ ...services, clock })()).rejects.toThrow('1 requests wait')

  const waiting = await db.rows<{ reference: string }>(
    sql`select reference from link_batches where waiting_count > 0`,
  )
  expect(waiting).toEqual([{ reference: inputs[0]?.reference }])
  await expectVerified(service)
})
