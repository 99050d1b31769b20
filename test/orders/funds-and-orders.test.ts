import { setImmediate as endOfTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog } from '../../src/catalog/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { createLedger } from '../../src/ledger/mod.ts'
import { createOrderWrites, moveBackInStock, moveOutOfStock } from '../../src/orders/mod.ts'
import {
  currency,
  finderOfWallets,
  placeOne,
  PLAIN_HASHES,
  startDomainTest,
  statusesOf,
  type Domain,
} from '../support/domain.ts'
import { Gate } from '../support/gate.ts'
import { pauseBefore } from '../support/pause.ts'

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.product()
})
afterEach(() => domain.end())

test('one group can suspend an order and resume it', async () => {
  await domain.deposit(1_000)
  const expensive = await placeOne(domain, 500)
  await domain.reverse(900)
  const cheap = await placeOne(domain, 30)

  // The first write goes alone. The next ones share a group, which checks the expensive order
  // first.
  const first = domain.deposit(1)
  await endOfTurn()
  await Promise.all([first, domain.deposit(1), domain.reverse(600), domain.deposit(548)])

  expect(await statusesOf(domain, [expensive, cheap])).toEqual(['ON_HOLD', 'PENDING'])
  expect(await domain.funds()).toEqual({ USD: '20.00' })
})

test('if the group that places an order suspends it, its batches wait too', async () => {
  await domain.deposit(99)
  // The first write goes alone; those behind it share a group.
  const first = domain.deposit(1)
  await endOfTurn()
  const [placed] = await Promise.all([placeOne(domain, 50), domain.reverse(101), first])

  expect(await statusesOf(domain, [placed])).toEqual(['ON_HOLD'])
  const { rows } = await domain.db.pool.query('select status, waits_for, due_at from fulfillments')
  expect(rows).toEqual([{ status: 'PENDING', waits_for: 'funds', due_at: null }])
})

test('a sweep resumes an order that funds cover, behind any number of too expensive ones', async () => {
  await domain.deposit(60_000)
  const expensive = await Promise.all(Array.from({ length: 500 }, () => placeOne(domain, 100)))
  const cheap = await placeOne(domain, 2)
  await domain.reverse(60_000)
  await domain.deposit(5)
  expect(await statusesOf(domain, [cheap])).toEqual(['ON_HOLD'])

  await domain.orders.sweep()

  expect(new Set(await statusesOf(domain, expensive))).toEqual(new Set(['ON_HOLD']))
  expect(await statusesOf(domain, [cheap])).toEqual(['PENDING'])
  expect(await domain.funds()).toEqual({ USD: '3.00' })
})

test('funds below zero in one currency lock no order of another currency', async () => {
  await domain.product({ currency: 'EUR' })
  await domain.deposit(100, 'EUR')
  const inEuro = {
    currency: currency('EUR'),
    items: [{ productId: 2, amount: 10, quantity: 1 }],
  }
  await domain.place(inEuro)
  await domain.deposit(10)
  await domain.reverse(20)
  const [lockGate, endGate] = [new Gate(), new Gate()]
  const worker = transact(domain.db, async (tx) => {
    await tx.rows(sql`select from fulfillments for update`)
    lockGate.open()
    await endGate.passed()
  })
  await lockGate.passed()

  await domain.place(inEuro).finally(() => endGate.open())

  await worker
  expect(await domain.funds()).toEqual({ EUR: '80.00', USD: '-10.00' })
})

test('a group decides on the row that it has locked, not on an earlier read', async () => {
  await domain.deposit(100)
  const order = await placeOne(domain, 10)
  const { statusSinceMs } = order
  const moveArguments = [domain.partnerId, [BigInt(order.orderNo)], statusSinceMs] as const
  await domain.db.rows(moveOutOfStock(...moveArguments))
  const db = domain.connectAgain()
  const writes = createOrderWrites({
    catalog: createCatalog({ db, clock: domain.clock }),
    stockSupplier: 'vault',
    batchUnitsMax: 1_000,
    linesPerOrderMax: 1_000,
    unitsPerOrderMax: 1_000,
    findRecipientWallets: finderOfWallets(db, domain.clock),
    vault: PLAIN_HASHES,
  })
  const ledger = createLedger({ db, clock: domain.clock, followers: [writes] })
  const { partnerId, orderNo, clientReference, fingerprint } = order
  const pause = pauseBefore(db, /from fulfillments\s[^;]*for update/)

  const first = ledger.submit(writes, partnerId, { type: 'rebalance' })
  const replay = { clientReference, fingerprint, currency: order.currency, items: [] }
  const second = ledger
    .submit(writes, partnerId, { type: 'place', idempotencyKey: undefined, ...replay })
    .catch((error: unknown) => error)
  const onlyIf = { status: 'OUT_OF_STOCK', sinceMs: statusSinceMs }
  const late = ledger
    .submit(writes, partnerId, { type: 'cancel', orderNo, reason: 'too late', onlyIf })
    .catch((error: unknown) => error)
  await pause.reached
  await domain.db.rows(moveBackInStock(...moveArguments))
  pause.resume()

  expect([await first, await second, await late]).toMatchObject([
    undefined,
    { kind: 'client_reference_exists' },
    { kind: 'state_conflict' },
  ])
})
