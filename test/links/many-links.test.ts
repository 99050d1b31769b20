import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
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

/** Makes the database refuse the links after the first ones of a request, until it is called. */
async function refuseLinksFrom({ db }: RunningService, row: number): Promise<() => Promise<void>> {
  await db.rows(
    sql.raw(`
    create function refuse_link() returns trigger language plpgsql as
    $$ begin raise exception 'refused on purpose'; end $$`),
  )
  await db.rows(
    sql.raw(`
    create trigger refuse_link before insert on links for each row
    when (new.reference = 'row-${row}') execute function refuse_link()`),
  )
  return async () => {
    await db.rows(sql.raw('drop trigger refuse_link on links'))
    await db.rows(sql.raw('drop function refuse_link'))
  }
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
  const stopRefusing = await refuseLinksFrom(service, 1_700)

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
