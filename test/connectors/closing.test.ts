import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Closing, closeSupplierPurchase } from '../../src/connectors/close-purchase.ts'
import { listSupplierPurchases, purchaseIdOf } from '../../src/connectors/purchases.ts'
import { lookUp } from '../../src/connectors/buy-part.ts'
import { askPerson, lastCreates, toCreate } from '../../src/connectors/create-rows.ts'
import { readCodes } from '../../src/connectors/store-units.ts'
import { sql, transact } from '../../src/db/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'
import {
  type Bench,
  CASES,
  codesOf,
  followDue,
  openBench,
  placeOrder,
  priceTaken,
  settleBatch,
  unitsSold,
} from './bench.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())
const RUNA = CASES.find(({ shop }) => shop === 'runa') ?? expect.unreachable()
/** For this time, a repeated request gets the first response. Afterwards it buys again. */
const FORGOTTEN_MS = 30 * 86_400_000

let bench: Bench
beforeEach(async () => {
  bench = await openBench(fixture, RUNA)
})
afterEach(() => bench.close())
const nameOf = (request: IssueRequest) => ({
  adapter: bench.supplier.name,
  name: String(request.settings['account']),
})

async function purchasesOf(request: IssueRequest) {
  const { partnerId, orderNo } = request
  const filter = { isUnclear: false, order: { partnerId, orderNo }, page: 1, pageSize: 10 }
  return (await listSupplierPurchases(fixture.db, nameOf(request), filter)).rows
}

async function close(request: IssueRequest, closing: Closing): Promise<void> {
  const [purchase] = await purchasesOf(request)
  const purchaseId = purchaseIdOf(purchase ?? expect.unreachable())
  const act = { actor: TESTER, reason: 'their support says so', at: fixture.clock.now() }
  const input = { name: nameOf(request), purchaseId, closing, act }
  await transact(fixture.db, (tx) => closeSupplierPurchase(tx, fixture.vault, input))
}

/** Buys one unit whose response is lost, and waits until no look-up can find the purchase. */
async function forgottenRequest(): Promise<IssueRequest> {
  bench.books.faults.push({ of: 'create', does: 'loseAfter', times: 1 })
  const request = bench.request(1)
  await placeOrder(fixture, request)
  await settleBatch(fixture, bench, request, 1)
  fixture.clock.set(fixture.clock.now() + FORGOTTEN_MS)
  expect(await bench.supplier.lookUp([request])).toMatchObject([{ outcome: 'pending' }])
  expect(await bench.unclear()).toHaveLength(1)
  return request
}

test('a purchase that a person reports as not bought is bought again, once', async () => {
  const request = await forgottenRequest()

  await close(request, { outcome: 'notBought' })

  expect(codesOf(await settleBatch(fixture, bench, request))).toHaveLength(1)
  expect(unitsSold(bench.books)).toBe(2)
  expect((await purchasesOf(request)).map(({ status }) => status)).toEqual(['DONE', 'CLOSED'])
})

test('a purchase that a person reports as bought delivers the units that they enter', async () => {
  const request = await forgottenRequest()
  const units = [{ number: '0012345678901234567890', pin: '0001' }]

  await close(request, { outcome: 'bought', units, charged: { amount: '9.5', currency: 'EUR' } })

  const [code] = codesOf(await settleBatch(fixture, bench, request))
  expect(code).toMatchObject({ giftCardNumber: '0012345678901234567890', giftCardPin: '0001' })
  expect(unitsSold(bench.books)).toBe(1)
  expect(await purchasesOf(request)).toMatchObject([
    { status: 'DONE', cost: { amount: '9.5', currency: 'EUR' }, fault: undefined },
  ])
})

test('a code that was delivered before, or one code too many, is refused, and the purchase still waits', async () => {
  const first = await forgottenRequest()
  const units = [{ number: 'TWICE-1' }]
  await close(first, { outcome: 'bought', units })
  const second = await forgottenRequest()

  await expect(close(second, { outcome: 'bought', units })).rejects.toMatchObject({
    extras: { details: [{ field: 'units' }] },
  })
  await expect(
    close(second, { outcome: 'bought', units: [{ number: 'A' }, { number: 'B' }] }),
  ).rejects.toMatchObject({ extras: { details: [{ field: 'units' }] } })
  expect(await bench.unclear()).toHaveLength(1)
  // No batch waits for this purchase.
  await expect(close(first, { outcome: 'notBought' })).rejects.toMatchObject({
    kind: 'state_conflict',
  })
})

test('units of a purchase whose order was cancelled go into stock once a person enters them', async () => {
  const request = await forgottenRequest()
  await bench.supplier.release([request])

  await close(request, { outcome: 'bought', units: [{ number: 'STOCKED-1' }] })
  await followDue(bench)

  expect(await fixture.freeAfterAudit(request.productId)).toBe(1)
  expect(await purchasesOf(request)).toMatchObject([{ status: 'STOCKED' }])
})

async function openOther(position: string): Promise<IssueRequest> {
  await bench.close()
  bench = await openBench(
    fixture,
    CASES.find((one) => one.position === position) ?? expect.unreachable(),
  )
  const request = bench.request(1)
  await placeOrder(fixture, request)
  return request
}

/** Returns a purchase that waits for a person, and the end of a look-up that has just found it. */
async function openFoundPurchase(): Promise<{
  request: IssueRequest
  storeFoundUnits(): Promise<unknown>
}> {
  const request = await openOther('gift cards; a repeat is refused')
  bench.books.faults.push({ of: 'create', does: 'loseAfter', times: 1 })
  await settleBatch(fixture, bench, request, 1)
  const [row] = await fixture.db.rows(lastCreates([request]))
  const create = toCreate(row ?? expect.unreachable())
  await fixture.db.rows(askPerson(create, 'nothing finds it', fixture.clock.now()))
  fixture.clock.set(fixture.clock.now() + 600_000)
  const connections = await bench.options.connections.all()
  const connection =
    connections.find(({ account }) => account.accountId === create.accountId) ??
    expect.unreachable()
  const productType = 'GIFT_CARD' as const
  const buying = { request, productType, create, connection, isSendable: true }
  const { verdict } = await lookUp(bench.options, buying)
  if (verdict.is !== 'done' || verdict.units !== 'separate') return expect.unreachable()
  const { theirs, charged } = verdict
  return { request, storeFoundUnits: () => readCodes(bench.options, buying, { theirs, charged }) }
}

/** Expects that each sold unit is delivered, or in our stock. */
async function expectNothingDropped(request: IssueRequest, sold: number): Promise<void> {
  const codes = codesOf(await settleBatch(fixture, bench, request))
  await followDue(bench)
  expect(codes).toHaveLength(1)
  expect(unitsSold(bench.books)).toBe(sold)
  expect(await fixture.freeAfterAudit(request.productId)).toBe(sold - 1)
  const numbers = bench.books.sales.flatMap((sale) => sale.codes.map(({ number }) => number))
  expect(numbers).toContain(codes[0]?.giftCardNumber)
  const closed = (await purchasesOf(request)).filter(({ status }) => status === 'CLOSED')
  expect(closed).toEqual([])
}

test('units that are found after a person reported no purchase are delivered', async () => {
  const { request, storeFoundUnits } = await openFoundPurchase()
  await close(request, { outcome: 'notBought' })

  await storeFoundUnits()

  await expectNothingDropped(request, 1)
})

test('units that are found after they were bought again go into stock', async () => {
  const { request, storeFoundUnits } = await openFoundPurchase()
  await close(request, { outcome: 'notBought' })
  await settleBatch(fixture, bench, request)

  await storeFoundUnits()
  // The second worker changes nothing.
  await storeFoundUnits()

  await expectNothingDropped(request, 2)
})

test('a look-up and a person at once lose no unit, whoever is first', async () => {
  for (const at of [1, 2, 3]) {
    const { request, storeFoundUnits } = await openFoundPurchase()
    const closing = close(request, { outcome: 'notBought' })
    await Promise.allSettled(at === 2 ? [storeFoundUnits(), closing] : [closing, storeFoundUnits()])
    await expectNothingDropped(request, 1)
  }
})

test('if a worker dies with units of a purchase that a person closed, no unit is lost', async () => {
  const early = await openFoundPurchase()
  await close(early.request, { outcome: 'notBought' })
  await followDue(bench)
  await expectNothingDropped(early.request, 1)

  const late = await openFoundPurchase()
  await close(late.request, { outcome: 'notBought' })
  await settleBatch(fixture, bench, late.request)
  await followDue(bench)
  await expectNothingDropped(late.request, 2)
})

test('units that a person entered are delivered, and other units that are found are reported', async () => {
  const same = await openFoundPurchase()
  const [sale] = bench.books.sales
  const [code] = sale?.codes ?? []
  const units = [{ number: code?.number, pin: code?.pin, expiresOn: code?.expiresOn }]
  await close(same.request, { outcome: 'bought', units })
  await same.storeFoundUnits()
  await expectNothingDropped(same.request, 1)
  expect(await bench.unclear()).toEqual([])

  const other = await openFoundPurchase()
  await close(other.request, { outcome: 'bought', units: [{ number: 'ENTERED-1' }] })
  await other.storeFoundUnits()
  expect(codesOf(await settleBatch(fixture, bench, other.request))).toMatchObject([
    { giftCardNumber: 'ENTERED-1' },
  ])
  expect(await bench.unclear()).toEqual([expect.stringContaining('units than a person entered')])
})

test('if a supplier takes back a delivered unit, a person is alerted and the unit stays', async () => {
  const request = await openOther('gift cards; a repeat is refused')
  const codes = codesOf(await settleBatch(fixture, bench, request))
  const [sale] = bench.books.sales
  fixture.clock.set(fixture.clock.now() + 3_600_000)
  await followDue(bench)
  expect(await bench.unclear()).toEqual([])

  bench.books.end(sale ?? expect.unreachable(), 'reversed')
  fixture.clock.set(fixture.clock.now() + 24 * 3_600_000)
  await followDue(bench)

  expect(codes).toHaveLength(1)
  expect(await bench.unclear()).toEqual([
    'taken back after it was done, when people may have 1 unit of it; the supplier says REFUNDED',
  ])
  expect(await purchasesOf(request)).toMatchObject([{ status: 'REVERSED', hasUnits: true }])
  await close(request, { outcome: 'notBought' })
  expect(await purchasesOf(request)).toMatchObject([{ status: 'REVERSED', fault: undefined }])
  expect(unitsSold(bench.books)).toBe(0)
})

test('a purchase that the supplier charges twice goes to a person, with or without a response', async () => {
  const alert = 'bought more than once under one reference, 2 transfers: ding-1000001, ding-1000002'
  const answered = await openOther('a repeat buys again')
  codesOf(await settleBatch(fixture, bench, answered))
  bench.books.sellAgain('1000001')
  fixture.clock.set(fixture.clock.now() + 3_600_000)
  await followDue(bench)
  expect(await bench.unclear()).toEqual([alert])
  const charged = { amount: '20.3', currency: 'EUR' }
  await close(answered, { outcome: 'bought', units: undefined, charged })
  expect(await purchasesOf(answered)).toMatchObject([{ status: 'DONE', cost: charged }])

  const unanswered = await openOther('a repeat buys again')
  bench.books.faults.push({ of: 'create', does: 'loseAfter', times: 1 })
  await settleBatch(fixture, bench, unanswered, 1)
  bench.books.sellAgain('1000001')

  expect(await settleBatch(fixture, bench, unanswered)).toMatchObject({ outcome: 'pending' })
  expect(priceTaken(bench.books)).toBe(charged.amount)
  bench.books.sales.splice(0, 2)
  fixture.clock.set(fixture.clock.now() + FORGOTTEN_MS)
  expect(await settleBatch(fixture, bench, unanswered)).toMatchObject({ outcome: 'pending' })
  expect(await bench.unclear()).toEqual(['their order of our reference is not there'])
  await close(unanswered, { outcome: 'bought', units: [{ number: 'op-1000001' }], charged })
  codesOf(await settleBatch(fixture, bench, unanswered))
  expect(await purchasesOf(unanswered)).toMatchObject([{ cost: charged, fault: undefined }])
})

test('units are deleted a month after their order has ended, and not before', async () => {
  const request = await openOther('gift cards; a repeat is refused')
  codesOf(await settleBatch(fixture, bench, request))
  const day = 24 * 3_600_000
  const startMs = fixture.clock.now()
  const endsAt = new Date(startMs + 5 * day)
  await fixture.db.rows(sql`
    update orders set status_since = ${endsAt} where order_no = ${request.orderNo}`)

  for (const days of [1, 8, 31, 34]) {
    fixture.clock.set(startMs + days * day)
    await followDue(bench)
  }
  expect(await purchasesOf(request)).toMatchObject([{ status: 'DONE', hasUnits: true }])
  fixture.clock.set(startMs + 36 * day)
  await followDue(bench)

  expect(await purchasesOf(request)).toMatchObject([{ status: 'DONE', hasUnits: false }])
})
