import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, transact } from '../../src/db/mod.ts'
import { insertBuckets } from '../../src/inventory/bucket-rows.ts'
import { ensureLot } from '../../src/inventory/change-lot.ts'
import { changeLot, listLots, type Lot, type LotAct } from '../../src/inventory/mod.ts'
import { insertFree } from '../../src/inventory/stock-rows.ts'
import { batch, gate, names, openFixture, type Fixture } from './fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

async function lots(): Promise<Lot[]> {
  const page = { page: 1, pageSize: 100, now: fixture.clock.now() }
  return (await listLots(fixture.db, productId, page)).rows
}

async function newestLot(): Promise<string> {
  return (await lots())[0]?.lot ?? expect.unreachable()
}

/** Imports codes with a prefix as a lot of their own, and returns its name. */
async function lotOf(prefix: string, count: number): Promise<string> {
  await fixture.stockUp(productId, names(prefix, count))
  fixture.clock.set(fixture.clock.now() + 1)
  return newestLot()
}

function change(lot: string, act: LotAct): Promise<unknown> {
  return transact(fixture.db, (tx) => changeLot(tx, { productId, lot }, act))
}

/** Writes the rows of an import into a lot, without codes. */
function importInto(lot: string, quantity: number, stored = () => Promise.resolve()) {
  const blockId = randomUUID()
  return transact(fixture.db, async (tx) => {
    ensureLot(tx, { productId, lot }, fixture.clock.now())
    tx.write(insertBuckets(productId, [1000n]))
    tx.write(sql`
      insert into stock_blocks (
        product_id, block_id, face_value_minor, quantity, sealed, imported_at, lot)
      values (${productId}, ${blockId}, 1000, ${quantity}, '', now(), ${lot})`)
    await tx.rows(insertFree(productId, [{ blockId, first: 0, quantity }]))
    await stored()
  })
}

const sell = (orderNo: number, quantity = 1): Promise<string[] | string> =>
  fixture.sell(batch(productId, orderNo, { quantity }))

test('codes of a quarantined lot are skipped, and are sold in their old order once it is released', async () => {
  productId = fixture.nextProductId()
  const first = await lotOf('A', 3)
  await lotOf('B', 2)
  expect(await sell(1)).toEqual(['A-1'])

  expect(await change(first, 'quarantine')).toEqual({
    before: 'ON_SALE',
    after: 'QUARANTINED',
    moved: 2,
  })
  expect(await sell(2)).toEqual(['B-1'])
  expect(await sell(3, 2)).toBe('out_of_stock')
  await change(first, 'release')

  expect(await sell(4, 3)).toEqual(['A-2', 'A-3', 'B-2'])
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('released codes of a quarantined lot are not for sale', async () => {
  productId = fixture.nextProductId()
  const lot = await lotOf('C', 3)
  await sell(1, 2)
  await change(lot, 'quarantine')

  await fixture.stock.release([batch(productId, 1)])

  expect(await sell(2)).toBe('out_of_stock')
  expect(await lots()).toMatchObject([{ imported: 3n, free: 0n, held: 3n, reservedOrSold: 0n }])
  await change(lot, 'release')
  expect(await sell(3, 3)).toEqual(['C-1', 'C-2', 'C-3'])
})

test('a recall is final; an act that is repeated moves no codes', async () => {
  productId = fixture.nextProductId()
  const lot = await lotOf('D', 2)

  expect(await change(lot, 'release')).toMatchObject({ after: 'ON_SALE', moved: 0 })
  expect(await change(lot, 'quarantine')).toMatchObject({ moved: 2 })
  expect(await change(lot, 'quarantine')).toMatchObject({ before: 'QUARANTINED', moved: 0 })
  expect(await change(lot, 'recall')).toMatchObject({ after: 'RECALLED', moved: 0 })
  expect(await change(lot, 'recall')).toMatchObject({ before: 'RECALLED', moved: 0 })

  await expect(change(lot, 'release')).rejects.toMatchObject({ kind: 'state_conflict' })
  await expect(change(lot, 'quarantine')).rejects.toMatchObject({ kind: 'state_conflict' })
  await expect(change('no such', 'recall')).rejects.toMatchObject({ kind: 'not_found' })
  expect(await sell(1)).toBe('out_of_stock')
})

test('a recall waits for a running import of the lot, and takes all of its codes off sale', async () => {
  productId = fixture.nextProductId()
  const stored = gate<void>()
  const goOn = gate<void>()
  const lot = await lotOf('E', 1)
  const imported = importInto(lot, 4, async () => {
    stored.open()
    await goOn.opened
  })
  await stored.opened

  const recalled = change(lot, 'recall')
  await untilOneWaits(fixture.db)
  goOn.open()
  await Promise.all([imported, recalled])
  await importInto(lot, 2)

  expect(await lots()).toMatchObject([{ imported: 7n, free: 0n, held: 7n }])
  expect(await sell(1)).toBe('out_of_stock')
})

test('a recall races with a reservation: codes are sold before it, none after', async () => {
  productId = fixture.nextProductId()
  const lot = await lotOf('H', 40)

  const [, ...outcomes] = await Promise.all([
    change(lot, 'recall'),
    ...Array.from({ length: 20 }, (_, at) => sell(at + 1, 2)),
  ])

  const codes = outcomes.flatMap((one) => (typeof one === 'string' ? [] : one))
  expect(new Set(codes).size).toBe(codes.length)
  const heldCount = 40n - BigInt(codes.length)
  expect(await lots()).toMatchObject([
    { free: 0n, held: heldCount, reservedOrSold: BigInt(codes.length) },
  ])
  expect(await sell(99)).toBe('out_of_stock')
})
