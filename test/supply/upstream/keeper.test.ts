import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql, transact } from '../../../src/db/mod.ts'
import { registerUpstream } from '../../../src/supply/upstream/accounts.ts'
import { keepUpstreams } from '../../../src/supply/upstream/keeper.ts'
import {
  insertPurchase,
  markPlaced,
  toPurchase,
} from '../../../src/supply/upstream/purchase-rows.ts'
import { freshNames, referenceOf } from '../../../src/supply/upstream/reference.ts'
import { releasePurchases } from '../../../src/supply/upstream/release-rows.ts'
import { Gate } from '../../support/gate.ts'
import { batch, NOON, openStage, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

/** An account at a service that answers like this. */
async function upstreamAt(name: string, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credential = { clientId: freshNames().reference, apiKey: 'key', hmacSecret: 'secret' }
  const input = { name, baseUrl, currency: 'USD', ...credential }
  const act = { actor: 'test', at: NOON }
  const { upstreamId } = await transact(stage.db, (tx) =>
    registerUpstream(tx, stage.vault, { input, act }),
  )
  return upstreamId
}

/** A purchase whose order was cancelled here; answers its reference. */
async function released(upstreamId: number, orderId = 'o-1'): Promise<string> {
  const { db } = stage
  const productId = stage.nextProductId()
  const request = batch(productId, productId)
  const target = { upstreamId, theirProductId: 7, walletCurrency: 'USD' }
  const [row] = await db.rows(
    insertPurchase({ request, purchaseNo: 1, target, ...freshNames(), now: NOON }),
  )
  const purchase = toPurchase(row ?? expect.unreachable())
  await db.rows(markPlaced(purchase, { id: orderId, status: 'PENDING', costMinor: null }, NOON))
  await db.rows(releasePurchases([request], NOON))
  return referenceOf(purchase)
}

async function statusesAt(upstreamId: number): Promise<string[]> {
  const rows = await stage.db.rows(
    sql<{ status: string }>`
      select status from upstream_purchases where upstream_id = ${upstreamId}`,
  )
  return rows.map(({ status }) => status)
}

const TIMES = { upstreamPollSeconds: 4, floatPollSeconds: 3_600 }

test('an upstream that is silent holds up nothing that another one has for cancelled orders', async () => {
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

  const keeper = keepUpstreams({
    ...stage,
    ...TIMES,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  })

  await expect.poll(() => statusesAt(cancelled)).toEqual(['CANCELLED'])
  expect(await statusesAt(hold)).toEqual(['PLACED', 'PLACED'])
  const stopped = keeper.stop()
  gate.open()
  await stopped
  // The other one is asked for another time.
  expect(asked.filter((url) => url.startsWith('/v2/orders/'))).toHaveLength(1)
})

test('a fault of ours with one purchase holds up no other of the upstream', async () => {
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

  const keeper = keepUpstreams({
    ...stage,
    ...TIMES,
    restocked: () => Promise.reject(new Error('a fault of ours')),
    funded: () => Promise.resolve(),
    onFault: (error) => void faults.push(error),
  })

  const stocked = ['STOCKED', 'STOCKED']
  await expect.poll(() => statusesAt(upstreamId)).toEqual(stocked)
  await keeper.stop()
  expect(faults).toHaveLength(2)
})
