import { expect, test } from 'vitest'
import { transact } from '../../src/db/mod.ts'
import { seedDemo, type DemoCredentials } from '../../src/demo/mod.ts'
import { revokeCredential } from '../../src/partners/mod.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { signedClient, type Json } from '../support/client.ts'
import { anOrder, dataOf, startService, type RunningService } from '../support/service.ts'
import { makeDirectory } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

/** Starts a service without partners; returns it with a function that seeds the demo there. */
async function startDemo() {
  const settings = { floatPollSeconds: 0.1 }
  const service = await startService({ settings })
  await service.db.pool.query('delete from credentials; delete from books; delete from partners')
  const dataDir = await makeDirectory()
  const { services, url } = service
  const seed = (at: { url: string | undefined } = { url }): Promise<DemoCredentials> =>
    seedDemo({ ...services, dataDir, ...at, adminToken: 'tsa_demo' })
  return { service, seed, demo: await seed() }
}

async function buyThere(service: RunningService, demo: DemoCredentials) {
  const { http, db, waitForOrder } = service
  const { upstreamProductId: productId } = demo.examples
  const order = dataOf(await signedClient(http, demo).post('/v2/orders', anOrder({ productId })))
  await withoutBackoffs(db, waitForOrder(order.id, 'COMPLETED'))
  return order
}

async function accounts({ admin }: RunningService) {
  const all = dataOf(await admin.get('/admin/v1/suppliers'))
  return all.filter(({ adapter }: Json) => adapter === 'tessera')
}

test('a product of the demo is bought over HTTP from the service itself, as its second partner', async () => {
  const { service, demo } = await startDemo()
  const [seller] = demo.otherPartners

  const { id } = await buyThere(service, demo)

  const client = signedClient(service.http, seller ?? expect.unreachable())
  const bought = dataOf(await client.get('/v2/orders'))
  expect(bought).toMatchObject([{ status: 'COMPLETED', totalAmount: 10 }])
  const path = '/admin/v1/suppliers/tessera:borealis/purchases'
  expect(dataOf(await service.admin.get(`${path}?orderId=${id}`))).toMatchObject([
    { reference: bought[0].clientReference, status: 'DONE', cost: '10' },
  ])
  const { fundsList } = (await client.get('/v2/accounts/balances')).body
  const pots = fundsList.map(({ funds, currency }: Json) =>
    expect.objectContaining({ funds: String(funds), currency }),
  )
  await expect
    .poll(() => accounts(service))
    .toMatchObject([
      { answers: true, pots: expect.arrayContaining(pots), lowFloat: { amount: 1_000 } },
    ])
})

test('the supplier account gets the present address and credential, and nothing else changes', async () => {
  const { service, seed, demo } = await startDemo()
  const { url } = await service.another()
  const firstVersions = await versions(service)
  await seed()
  expect(await versions(service)).toEqual(firstVersions)
  const [before] = await accounts(service)

  await seed({ url })
  const [moved] = await accounts(service)
  const { partnerId, clientId } = demo.otherPartners[0] ?? expect.unreachable()
  const { db, services } = service
  await transact(db, (tx) =>
    revokeCredential(tx, services.clock, { partnerId, clientId, actor: TESTER }),
  )
  const renewed = await seed({ url })

  expect([before.baseUrl, moved.baseUrl]).toEqual([service.url, url])
  expect((await accounts(service))[0].settings.clientId).toBe(renewed.otherPartners[0]?.clientId)
  await buyThere(service, renewed)
})

test('a process without an address, or with one that is refused, renews only the credential', async () => {
  const { service, seed, demo } = await startDemo()
  const { partnerId, clientId } = demo.otherPartners[0] ?? expect.unreachable()
  const { db, services } = service
  const renewedBy = async (url: string | undefined, known: string): Promise<DemoCredentials> => {
    const revoked = { partnerId, clientId: known, actor: TESTER }
    await transact(db, (tx) => revokeCredential(tx, services.clock, revoked))
    return seed({ url })
  }

  const worker = await renewedBy(undefined, clientId)
  const [first] = worker.otherPartners
  expect((await accounts(service))[0]).toMatchObject({
    baseUrl: service.url,
    settings: { clientId: first?.clientId },
  })
  const refused = await renewedBy('http://8.8.8.8:8080', first?.clientId ?? expect.unreachable())
  const [second] = refused.otherPartners
  expect((await accounts(service))[0]).toMatchObject({
    baseUrl: service.url,
    settings: { clientId: second?.clientId },
  })
  dataOf(await service.admin.patch('/admin/v1/suppliers/tessera:borealis', { active: false }))
  const unused = await seed()

  expect([worker, refused, unused].map(({ buysUpstream }) => buysUpstream)).toEqual([
    true,
    false,
    false,
  ])
})

/** Returns the versions of the supplier accounts. Each change makes a new version. */
async function versions({ db }: RunningService): Promise<bigint[]> {
  const { rows } = await db.pool.query<{ version: bigint }>(
    "select version from supplier_accounts where adapter = 'tessera'",
  )
  return rows.map(({ version }) => version)
}

test('if nothing can be bought from the service, the demo does not claim it', async () => {
  const { service, seed } = await startDemo()
  await service.db.pool.query("delete from supplier_accounts where adapter = 'tessera'")

  const demo = await seed({ url: 'http://8.8.8.8:8080' })

  expect(demo.buysUpstream).toBe(false)
  expect(await accounts(service)).toEqual([])
})
