import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { registerUpstream } from '../../src/upstream/accounts.ts'
import { forgetFaults } from '../../src/upstream/fault-rows.ts'
import { raiseMismatch, raiseMismatchAlert } from '../../src/upstream/mismatch.ts'
import {
  insertPurchase,
  markPlaced,
  type Purchase,
  toPurchase,
} from '../../src/upstream/purchase-rows.ts'
import { reconcileUpstreams } from '../../src/upstream/reconciler.ts'
import { freshNames, referenceOf } from '../../src/upstream/reference.ts'
import { endStocked, releasePurchases } from '../../src/upstream/release-rows.ts'
import { batch, NOON, openFixture, type Fixture } from '../inventory/fixture.ts'
import { Gate } from '../support/gate.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

/** An account at a service that responds like this. */
async function upstreamAt(name: string, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credential = { clientId: freshNames().reference, apiKey: 'key', hmacSecret: 'secret' }
  const input = { name, baseUrl, currency: 'USD', ...credential }
  const act = { actor: TESTER, at: NOON }
  const { upstreamId } = await transact(fixture.db, (tx) =>
    registerUpstream(tx, fixture.vault, { input, act }),
  )
  return upstreamId
}

async function placed(request: IssueRequest, upstreamId: number, id = 'o-1'): Promise<Purchase> {
  const { db } = fixture
  const target = { upstreamId, theirProductId: 7, walletCurrency: 'USD' }
  const [row] = await db.rows(
    insertPurchase({ request, purchaseNo: 1, target, ...freshNames(), now: NOON }),
  )
  const purchase = toPurchase(row ?? expect.unreachable())
  await db.rows(markPlaced(purchase, { id, status: 'PENDING', costMinor: null }, NOON))
  return purchase
}

/** Returns the reference of a purchase whose order was cancelled here. */
async function released(upstreamId: number, orderId = 'o-1'): Promise<string> {
  const productId = fixture.nextProductId()
  const request = batch(productId, productId)
  const purchase = await placed(request, upstreamId, orderId)
  await fixture.db.rows(releasePurchases([request], NOON))
  return referenceOf(purchase)
}

async function statusesAt(upstreamId: number): Promise<string[]> {
  const rows = await fixture.db.rows(
    sql<{ status: string }>`
      select status from upstream_purchases where upstream_id = ${upstreamId}`,
  )
  return rows.map(({ status }) => status)
}

const TIMES = { upstreamPollSeconds: 4, floatPollSeconds: 3_600 }

test('a silent upstream does not delay the cancelled orders of another one', async () => {
  const asked: string[] = []
  const gate = new Gate()
  const hold = await upstreamAt('silent', ({ socket, url = '' }) => {
    asked.push(url)
    void gate.passed().then(() => socket.destroy())
  })
  let clientReference = ''
  const cancelled = await upstreamAt('prompt', (_, answer) => {
    const order = { id: 'o-1', clientReference, status: 'CANCELLED', totalAmount: 10 }
    const data = { ...order, currency: 'USD' }
    answer.writeHead(200, { connection: 'close' }).end(JSON.stringify({ data }))
  })
  await released(hold)
  await released(hold)
  clientReference = await released(cancelled)

  const reconciler = reconcileUpstreams({
    ...fixture,
    ...TIMES,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  })

  await expect.poll(() => statusesAt(cancelled)).toEqual(['CANCELLED'])
  expect(await statusesAt(hold)).toEqual(['PLACED', 'PLACED'])
  const stopped = reconciler.stop()
  gate.open()
  await stopped
  // The other one is asked for another time.
  expect(asked.filter((url) => url.startsWith('/v2/orders/'))).toHaveLength(1)
})

test('an error of our own with one purchase does not delay others of the upstream', async () => {
  const references = new Map<string, string>()
  const upstreamId = await upstreamAt('faulty', ({ url = '' }, answer) => {
    const [, id = ''] = /^\/v2\/orders\/([^/]+)/.exec(url) ?? []
    const order = { id, clientReference: references.get(id), status: 'COMPLETED', totalAmount: 10 }
    const item = { itemNo: 1, productId: 7, faceValue: 10, giftCardNumber: id, currency: 'USD' }
    const data = url.includes('/items') ? [item] : { ...order, currency: 'USD' }
    answer.writeHead(200, { connection: 'close' }).end(JSON.stringify({ data }))
  })
  for (const id of ['o-1', 'o-2']) references.set(id, await released(upstreamId, id))
  const faults: unknown[] = []

  const reconciler = reconcileUpstreams({
    ...fixture,
    ...TIMES,
    restocked: () => Promise.reject(new Error('a fault of ours')),
    funded: () => Promise.resolve(),
    onFault: (error) => void faults.push(error),
  })

  const stocked = ['STOCKED', 'STOCKED']
  await expect.poll(() => statusesAt(upstreamId)).toEqual(stocked)
  await reconciler.stop()
  expect(faults).toHaveLength(2)
})

/** The service looks once at what it keeps of upstreams. */
async function lookOnce(): Promise<void> {
  const reconciler = reconcileUpstreams({
    ...fixture,
    ...TIMES,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  })
  await reconciler.stop()
}

async function openMismatches(productId: number): Promise<number> {
  const { rows } = await listAlerts(fixture.db, { page: 1, pageSize: 100, state: 'open' })
  const subject = `product:${productId}`
  return rows.filter((one) => one.kind === 'upstream_mismatch' && one.subject === subject).length
}

/** No account has this id, so nobody is asked. */
const NOWHERE = 1_000

test('an alert of mismatches is resolved once none of its purchases has a fault', async () => {
  const { db } = fixture
  const productId = fixture.nextProductId()
  const [first, second] = [
    await placed(batch(productId, productId), NOWHERE),
    await placed(batch(productId, productId, { batchNo: 2 }), NOWHERE),
  ]
  const context = { ...fixture, nextPollSeconds: () => TIMES.upstreamPollSeconds }
  for (const purchase of [first, second]) {
    await raiseMismatchAlert(context, purchase, { upstream: 'acme', fault: 'wrong' })
  }

  await db.rows(forgetFaults(first))
  await lookOnce()
  expect(await openMismatches(productId)).toBe(1)
  await db.rows(forgetFaults(second))
  await lookOnce()

  expect(await openMismatches(productId)).toBe(0)
})

test('an alert of codes that were not new is left to the operator', async () => {
  const productId = fixture.nextProductId()
  const request = batch(productId, productId)
  const purchase = await placed(request, NOWHERE)
  await fixture.db.rows(releasePurchases([request], NOON))
  await transact(fixture.db, async (tx) => {
    const [ended] = await tx.rows(endStocked(purchase, NOON))
    const fault = ended?.fault ?? expect.unreachable()
    raiseMismatch(tx, { purchase, upstream: 'acme', fault, at: NOON })
  })

  await lookOnce()

  expect(await openMismatches(productId)).toBe(1)
})
