import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { Http, signedClient, type Json, type SignedClient } from '../../support/client.ts'
import { dataOf, shareService, startService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError } from '../v2/fixture.ts'
import { expectData, importCsv, issueCredential, operatorOnAnother, wholeList } from './fixture.ts'

const NEW = randomBytes(32)
const READERS = 2
/** A service for the tests that retire no key. */
const shared = shareService()

/** Starts another process that has both master keys; returns the partner's client at it. */
async function startWithBothKeys(
  service: RunningService,
): Promise<{ client: SignedClient; url: string }> {
  const { config, clock } = service.services
  const settings = { masterKey: NEW, masterKeyPrevious: config.masterKey }
  const { url } = await service.another(settings)
  return { url, client: clientAt(url, service.partner.credentials, () => clock.now()) }
}

function clientAt(url: string, credentials: Json, now: () => number): SignedClient {
  const http = new Http(url)
  onTestFinished(() => http.close())
  return signedClient(http, credentials, now)
}

async function itemsOf(client: SignedClient, id: string): Promise<Json[]> {
  return dataOf(await client.get(`/v2/orders/${id}/items`))
}

/** Imports and orders codes, and reads all codes in every process, until it is stopped. */
class Workload {
  readonly orders = new Map<string, readonly string[]>()
  readonly #service: RunningService
  readonly #clients: readonly SignedClient[]
  readonly #products: readonly number[]
  #isOver = false
  readonly #running: Promise<void>[]

  constructor(
    service: RunningService,
    clients: readonly SignedClient[],
    products: readonly number[],
  ) {
    this.#service = service
    this.#clients = clients
    this.#products = products
    const readers = Array.from({ length: READERS }, (_, at) => this.#read(at))
    this.#running = [this.#order(), this.#order(), ...readers]
  }

  /** Ends after one more round of imports, orders and reads. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  /** Places orders until there are `count` more. */
  async placeMore(count: number): Promise<void> {
    const enough = this.orders.size + count
    while (this.orders.size < enough) await this.#order(true)
  }

  async #order(isSingleRound = false): Promise<void> {
    do {
      for (const productId of this.#products) {
        for (const client of this.#clients) {
          await importCsv(this.#service, productId, `faceValue,giftCardNumber\n10,${aCode()}\n`)
          const { id } = await completeOrder(this.#service, { productId }, client)
          const items = await itemsOf(client, id)
          this.orders.set(
            id,
            items.map((item) => item.giftCardNumber),
          )
        }
      }
    } while (!this.#isOver && !isSingleRound)
  }

  async #read(offset: number): Promise<void> {
    do {
      for (const [at, [id, codes]] of [...this.orders].entries()) {
        const client = this.#clients[(at + offset) % this.#clients.length]
        if (!client) continue
        expect((await itemsOf(client, id)).map((item) => item.giftCardNumber)).toEqual(codes)
        const { downloadUrl } = dataOf(await client.get(`/v2/orders/${id}/fulfillments/export`))
        const download = await fetch(downloadUrl)
        expect(download.status).toBe(200)
        expect(await download.text()).toContain(codes[0])
      }
      await new Promise((resolve) => setImmediate(resolve))
    } while (!this.#isOver)
  }
}

function aCode(): string {
  return randomBytes(8).toString('hex').toUpperCase()
}

test('every key is rotated while two processes sell and read: nothing fails', async () => {
  const service = await startService({ funds: { USD: '100000.00' } })
  const withBothKeys = await startWithBothKeys(service)
  const operator = await operatorOnAnother(service, {
    masterKey: NEW,
    masterKeyPrevious: service.services.config.masterKey,
  })
  const products = [await service.product({ supplier: 'vault' }), await service.product()]
  const workload = new Workload(
    service,
    [service.partner, withBothKeys.client],
    products.map((product) => product.productId),
  )
  await workload.placeMore(2)
  for (const body of [{ scope: 'data' }, { scope: 'master' }, { scope: 'data' }]) {
    dataOf(await operator.post('/admin/v1/keys/rotate', body))
    await workload.placeMore(2)
  }
  await workload.stop()

  // All processes are restarted with the new key, and the old one is retired.
  const [present, previous] = dataOf(await service.admin.get('/admin/v1/master-keys'))
  expect([present.use, previous.use]).toEqual(['PRESENT', 'UNKNOWN'])
  dataOf(await operator.post(`/admin/v1/master-keys/${present.masterId}/retire`))
  const { url } = await service.another({ masterKey: NEW })
  const { clock } = service.services
  const restarted = clientAt(url, service.partner.credentials, () => clock.now())
  for (const [id, codes] of workload.orders) {
    expect((await itemsOf(restarted, id)).map((item) => item.giftCardNumber)).toEqual(codes)
  }
})

test('a credential that was sealed with a new key signs at every process at once', async () => {
  const service = await shared()
  const { url } = await service.another()
  dataOf(await service.admin.post('/admin/v1/keys/rotate', { scope: 'data' }))

  const credentials = await issueCredential(service, service.partner)

  const otherProcess = clientAt(url, credentials, () => service.services.clock.now())
  expect((await otherProcess.get('/v2/accounts/balances')).status).toBe(200)
})

test('the keys are listed, newest first, without their bytes', async () => {
  const service = await shared()
  const [rotation] = expectData(
    await service.admin.post('/admin/v1/keys/rotate', { scope: 'data', purpose: 'codes' }),
    200,
  ).keys

  const keys = await wholeList(service, '/admin/v1/keys')
  const [{ masterId }] = dataOf(await service.admin.get('/admin/v1/master-keys'))

  expect(keys[0]).toEqual({
    keyId: rotation.keyId,
    purpose: 'codes',
    use: 'ACTIVE',
    createdAt: expect.any(String),
    masterIds: [masterId],
  })
  expect(keys.find((key) => key.keyId === rotation.previousKeyId)).toMatchObject({ use: 'KEPT' })
  const times = keys.map((key) => String(key.createdAt))
  expect(times).toEqual(times.toSorted().toReversed())
})

test('409 BUSINESS_RULE_VIOLATION: a rotation needs another master key; a used key is not retired', async () => {
  const service = await shared()
  const { admin } = service
  const [{ masterId }] = dataOf(await admin.get('/admin/v1/master-keys'))

  const rotation = await admin.post('/admin/v1/keys/rotate', { scope: 'master' })
  const retirement = await admin.post(`/admin/v1/master-keys/${masterId}/retire`)

  expectError(rotation, 409, 'BUSINESS_RULE_VIOLATION')
  expect(rotation.body.error.message).toContain('TESSERA_MASTER_KEY_PREVIOUS')
  expectError(retirement, 409, 'BUSINESS_RULE_VIOLATION')
})

test('400 VALIDATION_ERROR: a purpose of a master key, which serves every purpose', async () => {
  const { admin } = await shared()

  const reply = await admin.post('/admin/v1/keys/rotate', { scope: 'master', purpose: 'codes' })

  expectError(reply, 400, 'VALIDATION_ERROR', ['purpose'])
})
