import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { Circuits } from '../../src/fulfillment/circuits.ts'
import { resolveSilent } from '../../src/fulfillment/silent-alerts.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { registerAccount } from '../../src/connectors/accounts.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import type { Connection } from '../../src/connectors/connections.ts'
import { pollFloat } from '../../src/connectors/poll-float.ts'
import { claimAll, deliverOver, issuedCode } from '../support/by-hand.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

const LOST: IssueOutcome = { outcome: 'unknown', reason: 'lost' }
const MINUTE = 60_000

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

async function isOpen(): Promise<boolean> {
  const { rows } = await listAlerts(fixture.db, { page: 1, pageSize: 10, state: 'open' })
  return rows.some(({ kind }) => kind === 'supplier_silent')
}

/** Makes five calls for the product fail. */
async function fallSilent(supplier = 'sandbox', account = ''): Promise<void> {
  const circuits = new Circuits({ ...fixture, onFault: (error) => fixture.faults.push(error) })
  const route = { productId: 1, supplier, account }
  for (let call = 0; call < 5; call += 1) {
    await circuits.call(route, false, () => Promise.resolve([LOST]))
  }
  await expect.poll(isOpen).toBe(true)
}

async function changeSupplier(): Promise<void> {
  await fixture.db.rows(sql`update products set supplier = 'generator' where product_id = 1`)
}

test('the alert of a supplier that its product does not use any more is resolved', async () => {
  await fallSilent()
  await resolveSilent(fixture)
  expect(await isOpen()).toBe(true)

  await changeSupplier()
  await resolveSilent(fixture)

  expect(await isOpen()).toBe(false)
})

test('the alert stays while a batch is looked up at a supplier that its product no longer uses', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch, outcome: LOST })
  await fallSilent()
  await changeSupplier()

  await resolveSilent(fixture)
  expect(await isOpen()).toBe(true)
  await fixture.db.rows(sql`update fulfillments set due_at = now()`)
  const [again] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch: again, outcome: issuedCode() })
  await fixture.reaches(order, 'COMPLETED')
  await resolveSilent(fixture)

  expect(await isOpen()).toBe(false)
})

test('the alert is resolved if the account has responded since, but not within a minute', async () => {
  await fixture.db.rows(sql`
    insert into supplier_health (
      product_id, supplier, account, circuit_state, circuit_since, changed_at)
    values (2, 'sandbox', '', 'closed', now() - interval '1 hour', now())`)
  await fallSilent()
  fixture.clock.advance(MINUTE + 1)
  await resolveSilent(fixture)
  expect(await isOpen()).toBe(true)

  await fixture.db.rows(sql`
    update supplier_health set circuit_since = now() + interval '1 second'
    where product_id = 2`)
  fixture.clock.advance(-MINUTE)
  await resolveSilent(fixture)
  expect(await isOpen()).toBe(true)
  fixture.clock.advance(MINUTE)
  await resolveSilent(fixture)

  expect(await isOpen()).toBe(false)
})

/** Buys the product at a supplier. Returns a function that polls our float there with success. */
async function buyElsewhere(): Promise<() => Promise<unknown>> {
  const { db, vault, clock } = fixture
  const input = {
    adapter: 'tessera',
    name: 'acme',
    environment: 'live',
    baseUrl: 'https://acme.test',
    secrets: { apiKey: 'key', hmacSecret: 'secret' },
    settings: { clientId: crypto.randomUUID(), currency: 'USD' },
  }
  const act = { actor: TESTER, at: clock.now() }
  const account = await transact(db, (tx) =>
    registerAccount(tx, { vault, adapters: ADAPTERS }, { input, act }),
  )
  await db.rows(sql`
    update products
    set supplier = 'tessera', supplier_settings = '{"account": "acme", "product": "7"}'
    where product_id = 1`)
  const answer = { status: 200, headers: {}, json: { fundsList: [] } }
  const view = { environment: 'live', secrets: {}, settings: {}, now: 0 }
  const exchange = { account: () => view, send: () => Promise.resolve(answer) }
  const connection = { account, adapter: ADAPTERS.tessera, exchange } as unknown
  return () => pollFloat({ db, now: clock.now(), silentAfterMs: MINUTE }, connection as Connection)
}

test('the alert of a supplier is resolved a minute after a poll of its float succeeds', async () => {
  const poll = await buyElsewhere()
  await poll()
  fixture.clock.advance(1_000)
  await fallSilent('tessera', 'acme')
  fixture.clock.advance(MINUTE + 1)
  await resolveSilent(fixture)
  expect(await isOpen()).toBe(true)

  await poll()
  await resolveSilent(fixture)

  expect(await isOpen()).toBe(false)
})

test('a worker resolves the alerts of silent suppliers', async () => {
  await fallSilent()
  await changeSupplier()

  fixture.worker()

  await expect.poll(isOpen).toBe(false)
})
