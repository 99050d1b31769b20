import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Closing, closeSupplierPurchase } from '../../src/connectors/close-purchase.ts'
import {
  getSupplierPurchase,
  listSupplierPurchases,
  purchaseIdOf,
} from '../../src/connectors/purchases.ts'
import { settleAllReleased } from '../../src/connectors/reconcile.ts'
import { sql, transact } from '../../src/db/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'
import { type Bench, CASES, codesOf, openBench, settled, unitsSold } from './bench.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const RUNA = CASES.find(({ shop }) => shop === 'runa') ?? expect.unreachable()
/** A repeat returns the first response for so long, and buys again afterwards. */
const FORGOTTEN_MS = 30 * 86_400_000

let bench: Bench
beforeEach(async () => {
  bench = await openBench(fixture, RUNA)
})
afterEach(() => bench.close())

const nameOf = (request: IssueRequest) => ({
  adapter: 'runa',
  name: String(request.settings['account']),
})

async function purchasesOf(request: IssueRequest) {
  const { partnerId, orderNo } = request
  const order = { partnerId, orderNo }
  const filter = { isUnclear: false, order, page: 1, pageSize: 10 }
  return (await listSupplierPurchases(fixture.db, nameOf(request), filter)).rows
}

async function close(request: IssueRequest, closing: Closing): Promise<void> {
  const [purchase] = await purchasesOf(request)
  const purchaseId = purchaseIdOf(purchase ?? expect.unreachable())
  const act = { actor: TESTER, reason: 'their support says so', at: fixture.clock.now() }
  const of = { name: nameOf(request), purchaseId, closing, act }
  await transact(fixture.db, (tx) => closeSupplierPurchase(tx, fixture.vault, of))
}

/** Lists of purchases join the order that they are for. */
async function placeOrder({ partnerId, orderNo, quantity }: IssueRequest): Promise<void> {
  await fixture.db.rows(sql`
    insert into orders (
      partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count,
      status, previous_status, status_since, hold_no, charged_minor, created_at, completed_at)
    values (
      ${partnerId}, ${orderNo}, ${`o-${orderNo}`}, ''::bytea, 'EUR', 1000, ${quantity},
      'COMPLETED', 'PROCESSING', now(), ${orderNo}, 1000, now(), now())`)
}

/** Buys one unit whose answer is lost until nothing finds it any more. */
async function lost(): Promise<IssueRequest> {
  bench.books.faults.push({ of: 'create', does: 'loseAfter', times: 1 })
  const request = bench.request(1)
  await placeOrder(request)
  await settled(fixture, bench, request, 1)
  fixture.clock.set(fixture.clock.now() + FORGOTTEN_MS)
  expect(await bench.supplier.lookUp([request])).toMatchObject([{ outcome: 'unknown' }])
  expect(await bench.unclear()).toHaveLength(1)
  return request
}

test('a purchase that was not bought, as a person says, is bought anew, once', async () => {
  const request = await lost()

  await close(request, { outcome: 'notBought' })

  expect(codesOf(await settled(fixture, bench, request))).toHaveLength(1)
  expect(unitsSold(bench.books)).toBe(2)
  expect((await purchasesOf(request)).map(({ status }) => status)).toEqual(['DONE', 'CLOSED'])
})

test('a purchase that was bought, as a person says, delivers the units that they enter', async () => {
  const request = await lost()
  const units = [{ number: '0012345678901234567890', pin: '0001' }]

  await close(request, { outcome: 'bought', units, charged: { amount: '9.5', currency: 'EUR' } })

  const [code] = codesOf(await settled(fixture, bench, request))
  expect(code).toMatchObject({ giftCardNumber: '0012345678901234567890', giftCardPin: '0001' })
  expect(unitsSold(bench.books)).toBe(1)
  expect(await purchasesOf(request)).toMatchObject([
    { status: 'DONE', cost: { amount: '9.5', currency: 'EUR' }, fault: undefined },
  ])
})

test('a code that was delivered before is refused, and the purchase still waits', async () => {
  const first = await lost()
  const units = [{ number: 'TWICE-1' }]
  await close(first, { outcome: 'bought', units })
  const second = await lost()

  await expect(close(second, { outcome: 'bought', units })).rejects.toMatchObject({
    extras: { details: [{ field: 'units' }] },
  })
  await expect(
    close(second, { outcome: 'bought', units: [{ number: 'A' }, { number: 'B' }] }),
  ).rejects.toMatchObject({ extras: { details: [{ field: 'units' }] } })
  expect(await bench.unclear()).toHaveLength(1)
  // It waits for nobody.
  await expect(close(first, { outcome: 'notBought' })).rejects.toMatchObject({
    kind: 'state_conflict',
  })
})

test('units of a purchase whose order was cancelled go into stock once a person enters them', async () => {
  const request = await lost()
  await bench.supplier.release([request])

  await close(request, { outcome: 'bought', units: [{ number: 'STOCKED-1' }] })
  await settleAllReleased({
    ...bench.options,
    floatPollSeconds: 60,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  })

  expect(await fixture.freeAfterAudit(request.productId)).toBe(1)
  expect(await purchasesOf(request)).toMatchObject([{ status: 'STOCKED' }])
})

test('a unit tells when it expires, and waits for a person if that is too early', async () => {
  await bench.close()
  const tillo = CASES.find(({ position }) => position === 'sync') ?? expect.unreachable()
  bench = await openBench(fixture, tillo)
  const request = bench.request(2)
  const outcome = await settled(fixture, bench, request)
  // The last day on which it can be redeemed is the day before.
  const expiresMs = Date.UTC(2031, 0, 1)
  expect(outcome).toMatchObject({ outcome: 'issued', goods: [{ expiresMs }] })

  const days = Math.ceil((expiresMs - fixture.clock.now()) / 86_400_000)
  const asked = { ...bench.request(1), minValidityDays: days + 1 }
  expect(await settled(fixture, bench, asked)).toMatchObject({ outcome: 'unknown' })
  expect(await bench.unclear()).toEqual([expect.stringContaining('valid until 2030-12-31 only')])
})

test('the requests about a purchase are kept, and no code, secret or recipient is in them', async () => {
  await bench.close()
  const airtime = CASES.find(({ position }) => position === 'airtime') ?? expect.unreachable()
  bench = await openBench(fixture, airtime)
  const request = bench.request(1)
  await placeOrder(request)
  codesOf(await settled(fixture, bench, request))
  const name = { adapter: 'reloadly', name: String(request.settings['account']) }
  const { partnerId, orderNo } = request
  const filter = { isUnclear: false, order: { partnerId, orderNo }, page: 1, pageSize: 10 }
  const { rows } = await listSupplierPurchases(fixture.db, name, filter)
  const purchaseId = purchaseIdOf(rows[0] ?? expect.unreachable())

  const { exchanges } = await getSupplierPurchase(fixture.db, name, purchaseId)

  const [create] = exchanges
  expect(create).toMatchObject({ for: 'create', status: 200 })
  expect(create?.request).toContain('POST topups/topups {"operatorId":"341","amount":"10.00"')
  expect(create?.response).toContain('"status":"SUCCESSFUL"')
  const [sale] = bench.books.sales
  const secrets = ['15112345678', `op-${sale?.theirs}`, 'token-', 'reloadly-secret']
  for (const secret of secrets) expect(JSON.stringify(exchanges)).not.toContain(secret)
})
