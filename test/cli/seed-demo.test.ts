import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createCatalog } from '../../src/catalog/mod.ts'
import { listConsumers } from '../../src/consumers/mod.ts'
import { systemClock } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { demoBanner, demoNotes, readDemo, seedDemo } from '../../src/demo/mod.ts'
import type { DemoContext, DemoCredentials } from '../../src/demo/mod.ts'
import { stockedProducts } from '../../src/inventory/mod.ts'
import { createLedger, verify } from '../../src/ledger/mod.ts'
import {
  createPartner,
  getPartner,
  listCredentials,
  listPartners,
  partnerFunds,
  revokeCredential,
} from '../../src/partners/mod.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { openVault } from '../../src/vault/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { makeDirectory } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

const clock = systemClock

/** A demo that was seeded once, for tests that leave it as it is. */
let sharedContext: DemoContext
let demo: DemoCredentials
let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
  sharedContext = await contextOf(database, await mkdtemp(join(tmpdir(), 'tessera-demo-')))
  demo = await seedDemo(sharedContext)
})
afterAll(async () => {
  await close(database)
  await rm(sharedContext.dataDir, { recursive: true })
})

/** Returns the context of a demo with its own database and directory. */
async function openContext(): Promise<DemoContext> {
  const own = await freshDatabase()
  onTestFinished(() => close(own))
  return contextOf(own, await makeDirectory())
}

async function close({ db, drop }: FreshDatabase): Promise<void> {
  expect(await verify(db)).toMatchObject({ balanced: true, differences: [] })
  await drop()
}

/** Returns a directory with a copy of the file of the shared demo. */
async function copyDemoFile(): Promise<string> {
  const directory = await makeDirectory()
  await copyFile(join(sharedContext.dataDir, 'demo.json'), join(directory, 'demo.json'))
  return directory
}

async function contextOf({ db }: FreshDatabase, dataDir: string): Promise<DemoContext> {
  return {
    db,
    clock,
    vault: await openVault({ db, clock, masterKey: randomBytes(32) }),
    ledger: createLedger({ db, clock, followers: [] }),
    catalog: createCatalog({ db, clock }),
    suppliers: { types: SUPPLIER_TYPES },
    dataDir,
    url: 'http://127.0.0.1:8080',
    adminToken: 'tsa_first',
  }
}

test('an empty database gets a partner, funds, products, stock and consumers', async () => {
  expect(demo).toMatchObject({ partnerName: 'Acme Rewards', adminToken: 'tsa_first' })
  const funds = await partnerFunds(sharedContext.db, demo.partnerId)
  expect(funds.map(({ currency }) => currency).toSorted()).toEqual([
    'EUR',
    'GBP',
    'JPY',
    'KWD',
    'USD',
  ])
  const { products, rates } = await sharedContext.catalog.current()
  expect(products.size).toBeGreaterThan(280)
  expect(rates.size).toBe(14 * 13)
  const { stockedProductId, soldOutProductId, giftCardProductId } = demo.examples
  expect(giftCardProductId).toBe(1)
  const productIds = [stockedProductId, soldOutProductId]
  expect(await stockedProducts(sharedContext.db, clock.now(), productIds)).toEqual(
    new Set([stockedProductId]),
  )
  const { content } = await listConsumers(sharedContext, demo.partnerId, { page: 0, size: 50 })
  expect(content.map(({ totalStandardWallets }) => totalStandardWallets)).toEqual([1, 1, 1])
  expect(content.map(({ totalCampaignWallets }) => totalCampaignWallets)).toEqual([1, 0, 0])
})

test('there is a second partner, with funds, credentials and consumers of its own', async () => {
  const { otherPartners, ...first } = demo
  expect(otherPartners.map(({ partnerName }) => partnerName)).toEqual(['Borealis Perks'])
  for (const { partnerId, clientId } of otherPartners) {
    expect(partnerId).not.toBe(first.partnerId)
    const funds = await partnerFunds(sharedContext.db, partnerId)
    expect(funds.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD'])
    const [credential] = await listCredentials(sharedContext.db, clock, partnerId)
    expect(credential).toMatchObject({ clientId, state: 'ACTIVE' })
    const { content } = await listConsumers(sharedContext, partnerId, { page: 0, size: 50 })
    expect(content).toHaveLength(3)
  }
})

test('the first partner has a test credential, with play money in its currencies', async () => {
  const context = await openContext()

  const { partnerId, test: tester = expect.unreachable() } = await seedDemo(context)

  expect(tester.apiKey).toMatch(/^tsk_test_/)
  const { partnerId: testPartnerId, clientId } = tester
  expect(await getPartner(context.db, testPartnerId)).toMatchObject({ testOf: partnerId })
  const funds = await partnerFunds(context.db, testPartnerId)
  expect(funds.map(({ currency }) => currency).toSorted()).toEqual([
    'EUR',
    'GBP',
    'JPY',
    'KWD',
    'USD',
  ])
  expect((await seedDemo(context)).test).toEqual(tester)
  const act = { partnerId: testPartnerId, clientId, actor: TESTER }
  await transact(context.db, (tx) => revokeCredential(tx, clock, act))
  const { test: renewed } = await seedDemo(context)
  expect(renewed).toMatchObject({ partnerId: testPartnerId })
  expect(renewed?.clientId).not.toBe(clientId)
})

test('a demo of an earlier version gets the partner and the products that it lacks', async () => {
  const context = await openContext()
  const { otherPartners: _others, ...shared } = await seedDemo(context)
  const { db, dataDir } = context
  await db.pool.query(`update products set brand = 'Before' where product_id = 299`)
  await db.pool.query('update catalog_version set version = version + 1')
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify(shared))

  const second = await seedDemo(context)

  expect(second.otherPartners).toHaveLength(1)
  expect(second.examples.soldOutProductId).toBeGreaterThan(304)
  expect(await seedDemo(context)).toEqual(second)
})

test('the file of the demo is readable by its owner only, and has the credentials', async () => {
  expect(await readDemo(sharedContext.dataDir)).toEqual(demo)
  const { mode } = await stat(join(sharedContext.dataDir, 'demo.json'))
  expect(mode & 0o777).toBe(0o600)
})

test('a second start uses the file again, with the present address and token', async () => {
  const now = { url: 'http://127.0.0.1:9090', adminToken: 'tsa_second' }
  const dataDir = await copyDemoFile()

  const second = await seedDemo({ ...sharedContext, ...now, dataDir })

  expect(second).toEqual({ ...demo, ...now })
  expect(await readDemo(dataDir)).toEqual(second)
  expect(await counts(sharedContext)).toEqual({ partners: 3, credentials: 1, consumers: 3 })
})

test.each([
  ['lost', (file: string) => rm(file)],
  ['damaged', (file: string) => writeFile(file, '{"url":')],
])(
  'a file of the demo that was %s is written anew; only the credential is another',
  async (_, harm) => {
    const context = await openContext()
    const first = await seedDemo(context)
    const funds = await partnerFunds(context.db, first.partnerId)
    await harm(join(context.dataDir, 'demo.json'))

    const second = await seedDemo(context)

    expect(second.clientId).not.toBe(first.clientId)
    expect(second.examples).toEqual(first.examples)
    expect(await partnerFunds(context.db, first.partnerId)).toEqual(funds)
    expect(await counts(context)).toEqual({ partners: 3, credentials: 2, consumers: 3 })
  },
)

test('a file of the demo whose credential was revoked is written anew', async () => {
  const context = await openContext()
  const { partnerId, clientId } = await seedDemo(context)
  await transact(context.db, (tx) =>
    revokeCredential(tx, clock, { partnerId, clientId, actor: TESTER }),
  )

  const second = await seedDemo(context)

  expect(second.clientId).not.toBe(clientId)
})

test('the file of another database is not used', async () => {
  const other = await openContext()

  const second = await seedDemo({ ...other, dataDir: await copyDemoFile() })

  expect(second.clientId).not.toBe(demo.clientId)
  expect(await counts(other)).toEqual({ partners: 3, credentials: 1, consumers: 3 })
})

test('a database that already has partners is not changed', async () => {
  const context = await openContext()
  await transact(context.db, (tx) => createPartner(tx, clock, { name: 'Real', actor: TESTER }))

  await expect(seedDemo(context)).rejects.toThrow('a demo needs an empty one')

  expect(await readDemo(context.dataDir)).toBeUndefined()
  expect((await context.catalog.asOf(context.db)).products.size).toBe(0)
})

test('the banner has ten lines: address, sign-in, what to try, and where to find the rest', async () => {
  const banner = demoBanner(demo, { dataDir: undefined, notes: 'data/demo.txt' })
  expect(banner.split('\n')).toHaveLength(10)
  expect(banner).not.toContain('TESSERA_DATA_DIR')
  expect(banner).toContain(`\nTessera is ready at ${demo.url}\n`)
  // Browsers have no passkeys at an IP address.
  expect(banner).toContain('  http://localhost:8080\n')
  const { operator, partner } = demo.logins ?? {}
  for (const text of [operator?.email, operator?.password, partner?.email, partner?.password]) {
    expect(banner).toContain(text)
  }
  expect(banner).toContain(' npx tessera call GET /v2/accounts/balances\n')
  expect(banner).toContain('data/demo.txt')
  expect(demoBanner(demo, { dataDir: "/srv/it's", notes: 'demo.txt' })).toContain(
    String.raw`TESSERA_DATA_DIR='/srv/it'\''s' npx tessera call`,
  )
})

test('the notes of the demo have each credential, and an order of each kind that can be made', async () => {
  const notes = demoNotes(demo)
  const tests = demo.test ? [demo.test] : []
  expect(notes).not.toContain('TESSERA_DATA_DIR')
  expect(demoNotes(demo, "/srv/it's")).toContain(
    String.raw`  export TESSERA_DATA_DIR='/srv/it'\''s'`,
  )
  for (const text of [demo.url, demo.apiKey, demo.clientId, demo.hmacSecret, demo.adminToken]) {
    expect(notes).toContain(text)
  }
  for (const { apiKey, clientId, hmacSecret } of [...demo.otherPartners, ...tests]) {
    for (const text of [apiKey, clientId, hmacSecret]) expect(notes).toContain(text)
  }
  const { accountCreditProductId, sandboxRefusedProductId } = demo.examples
  expect(notes).toContain(`"productId":${accountCreditProductId},"amount":10`)
  expect(notes).toContain(`product ${sandboxRefusedProductId}  refused`)
  expect(notes).not.toContain('undefined')
  expect(notes).toContain(`"productId":${demo.examples.giftCardProductId},"amount":25`)
})

async function counts({ db, vault }: DemoContext) {
  const { rows, total } = await listPartners(db, { page: 1, pageSize: 10 })
  const partnerId = rows[0]?.partnerId ?? 0
  const { content } = await listConsumers({ db, vault }, partnerId, { page: 0, size: 50 })
  const credentials = await listCredentials(db, clock, partnerId)
  return { partners: total, credentials: credentials.length, consumers: content.length }
}
