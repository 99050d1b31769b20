import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog } from '../../src/catalog/mod.ts'
import { findRecipientWallets } from '../../src/consumers/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { IssuingAtOnce } from '../../src/fulfillment/mod.ts'
import { createLedger, type GroupStats, type Ledger } from '../../src/ledger/mod.ts'
import { createOrderWrites, findOrder, type Order, type OrderWrites } from '../../src/orders/mod.ts'
import { currency } from '../support/domain.ts'
import { startWorks, type Works } from '../support/works.ts'

const USD = currency('USD')
let works: Works
let writes: OrderWrites
let ledger: Ledger
const groups: GroupStats[] = []

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(100_000)
  const { db, clock, suppliers, vault, faults } = works
  const onFault = (error: unknown): void => void faults.push(error)
  writes = createOrderWrites({
    catalog: createCatalog({ db, clock }),
    batchUnitsMax: 400,
    unitsPerOrderMax: 10_000,
    findRecipientWallets,
    beginIssuing: (partnerId) => new IssuingAtOnce({ suppliers, vault, onFault }, partnerId),
  })
  groups.length = 0
  ledger = createLedger({ db, clock, followers: [writes], onGroup: (one) => void groups.push(one) })
})
afterEach(() => works.end())

test('an order of made codes is COMPLETED as it is accepted, through PROCESSING, and charged', async () => {
  await works.product()

  const order = await placed(900)

  expect(await findOrder(works.db, order)).toMatchObject({
    status: 'COMPLETED',
    previousStatus: 'PROCESSING',
    completedMs: order.createdMs,
    chargedMinor: 900_00n,
  })
  expect(await works.funds()).toEqual({ USD: '99100.00' })
  expect(new Set(await works.codes(order)).size).toBe(900)
  expect(await batches(order)).toEqual([
    { status: 'COMPLETED', quantity: 400, attempt: 1, is_done: true, due_at: null },
    { status: 'COMPLETED', quantity: 400, attempt: 1, is_done: true, due_at: null },
    { status: 'COMPLETED', quantity: 100, attempt: 1, is_done: true, due_at: null },
  ])
})

test('one with a line that a worker must see to waits for it whole, and is issued once', async () => {
  await works.product()
  const stocked = await works.product({ supplier: 'vault' })
  await works.import(stocked, ['FROM-STOCK'])

  const order = await place([made(2), { productId: stocked.productId, amount: 10, quantity: 1 }])

  expect(await findOrder(works.db, order)).toMatchObject({ status: 'PENDING' })
  expect(await pieces()).toBe(0)
  works.worker()
  expect(await works.codes(order)).toHaveLength(3)
  expect(await pieces()).toBe(2)
})

test('a group issues a thousand units; what is more waits, and what is less still fits', async () => {
  await works.product()
  const first = placed(1)

  const [, large, larger, small] = await Promise.all([first, placed(600), placed(401), placed(399)])

  expect([large.status, larger.status, small.status]).toEqual(['COMPLETED', 'PENDING', 'COMPLETED'])
  works.worker()
  for (const order of [large, larger, small]) {
    expect(new Set(await works.codes(order)).size).toBe(order.unitCount)
  }
})

test('codes that cannot be sealed are nobody else’s fault: their order waits for a worker', async () => {
  await works.product()
  const { seal } = works.vault
  works.vault.seal = () => {
    throw new Error('no key')
  }

  const order = await placed(1)
  works.vault.seal = seal

  expect(order.status).toBe('PENDING')
  expect(works.faults).toMatchObject([{ message: 'no key' }])
  works.worker()
  expect(await works.codes(order)).toHaveLength(1)
})

test('a refused order of the group issues nothing', async () => {
  await works.product()
  const dear = { productId: 1, amount: 1_000, quantity: 500 }

  const [good, bad, other] = await Promise.allSettled([placed(1), place([dear]), placed(1)])

  expect([good.status, bad.status, other.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await pieces()).toBe(2)
})

test('workers hear of what waits for them, and of nothing else', async () => {
  await works.product()
  const waiting = await works.product({ supplier: 'vault' })

  const done = await placed(1)
  const order = await place([{ productId: waiting.productId, amount: 10, quantity: 1 }])
  await ledger.submit(writes, works.partnerId, { type: 'settle', orderNo: done.orderNo })
  const cancel = { type: 'cancel', orderNo: order.orderNo, reason: 'no longer wanted' } as const
  await ledger.submit(writes, works.partnerId, cancel)

  expect(groups.map(({ leavesWork }) => leavesWork)).toEqual([false, true, false, true])
})

function made(quantity: number) {
  return { productId: 1, amount: 1, quantity }
}

function placed(quantity: number): Promise<Order> {
  return place([made(quantity)])
}

let references = 0

async function place(items: readonly ReturnType<typeof made>[]): Promise<Order> {
  references += 1
  const { order } = await ledger.submit(writes, works.partnerId, {
    type: 'place',
    clientReference: `order ${references}`,
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(32, references),
    currency: USD,
    items: items.map((item) => ({ ...item, itemReference: undefined, recipient: undefined })),
  })
  if (!order) throw new Error('no order')
  return order
}

function batches({ orderNo }: Order) {
  return works.db.rows(sql`
    select status, quantity, attempt, completed_at = ordered_at as is_done, due_at
    from fulfillments where order_no = ${orderNo} order by batch_no`)
}

async function pieces(): Promise<number> {
  const rows = await works.db.rows(sql`select from issued_pieces`)
  return rows.length
}
