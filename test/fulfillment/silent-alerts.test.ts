import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { Circuits } from '../../src/fulfillment/circuits.ts'
import { resolveSilent } from '../../src/fulfillment/silent-alerts.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { registerUpstream } from '../../src/upstream/accounts.ts'
import type { Connection } from '../../src/upstream/connections.ts'
import { pollFloat, listUpstreams } from '../../src/upstream/float.ts'
import { claimAll, deliverOver, issuedCode } from '../support/by-hand.ts'
import { startWorks, type Works } from '../support/works.ts'

const LOST: IssueOutcome = { outcome: 'unknown', reason: 'lost' }
const MINUTE = 60_000

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

async function isOpen(): Promise<boolean> {
  const { rows } = await listAlerts(works.db, { page: 1, pageSize: 10, state: 'open' })
  return rows.some(({ kind }) => kind === 'supplier_silent')
}

/** Five calls for the product come to nothing. */
async function fallSilent(supplier = 'sandbox', account = ''): Promise<void> {
  const circuits = new Circuits({ ...works, onFault: (error) => works.faults.push(error) })
  const of = { productId: 1, supplier, account }
  for (let call = 0; call < 5; call += 1) {
    await circuits.call(of, false, () => Promise.resolve([LOST]))
  }
  await expect.poll(isOpen).toBe(true)
}

async function changeSupplier(): Promise<void> {
  await works.db.rows(sql`update products set supplier = 'generator' where product_id = 1`)
}

test('the alert of a supplier that its product does not use any more is resolved', async () => {
  await fallSilent()
  await resolveSilent(works)
  expect(await isOpen()).toBe(true)

  await changeSupplier()
  await resolveSilent(works)

  expect(await isOpen()).toBe(false)
})

test('the alert stays while a batch is looked up at a supplier that its product no longer uses', async () => {
  const order = await works.place()
  const [batch] = await claimAll(works)
  await deliverOver(works.db, works, { batch, outcome: LOST })
  await fallSilent()
  await changeSupplier()

  await resolveSilent(works)
  expect(await isOpen()).toBe(true)
  await works.db.rows(sql`update fulfillments set due_at = now()`)
  const [again] = await claimAll(works)
  await deliverOver(works.db, works, { batch: again, outcome: issuedCode() })
  await works.reaches(order, 'COMPLETED')
  await resolveSilent(works)

  expect(await isOpen()).toBe(false)
})

test('the alert is resolved if the account has responded since, but not within a minute', async () => {
  await works.db.rows(sql`
    insert into supplier_health (
      product_id, supplier, account, circuit_state, circuit_since, changed_at)
    values (2, 'sandbox', '', 'closed', now() - interval '1 hour', now())`)
  await fallSilent()
  works.clock.advance(MINUTE + 1)
  await resolveSilent(works)
  expect(await isOpen()).toBe(true)

  await works.db.rows(sql`
    update supplier_health set circuit_since = now() + interval '1 second'
    where product_id = 2`)
  works.clock.advance(-MINUTE)
  await resolveSilent(works)
  expect(await isOpen()).toBe(true)
  works.clock.advance(MINUTE)
  await resolveSilent(works)

  expect(await isOpen()).toBe(false)
})

/** The product is bought at an upstream; returns how to poll our float there, which succeeds. */
async function buyUpstream(): Promise<() => Promise<unknown>> {
  const { db, vault, clock } = works
  const credential = { clientId: crypto.randomUUID(), apiKey: 'key', hmacSecret: 'secret' }
  const input = { name: 'acme', baseUrl: 'https://acme.test', currency: 'USD', ...credential }
  await transact(db, (tx) =>
    registerUpstream(tx, vault, { input, act: { actor: 'test', at: clock.now() } }),
  )
  await db.rows(sql`
    update products
    set supplier = 'upstream', supplier_settings = '{"upstream": "acme", "productId": 7}'
    where product_id = 1`)
  const [upstream] = await listUpstreams(db)
  const connection = { upstream, client: { readBalances: () => Promise.resolve([]) } } as unknown
  return () => pollFloat({ db, now: clock.now(), silentAfterMs: MINUTE }, connection as Connection)
}

test('the alert of an upstream is resolved a minute after a poll of its float succeeds', async () => {
  const poll = await buyUpstream()
  await poll()
  works.clock.advance(1_000)
  await fallSilent('upstream', 'acme')
  works.clock.advance(MINUTE + 1)
  await resolveSilent(works)
  expect(await isOpen()).toBe(true)

  await poll()
  await resolveSilent(works)

  expect(await isOpen()).toBe(false)
})

test('a worker resolves the alerts of silent suppliers', async () => {
  await fallSilent()
  await changeSupplier()

  works.worker()

  await expect.poll(isOpen).toBe(false)
})
