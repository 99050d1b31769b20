import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import type { Call } from '../../src/connectors/adapter.ts'
import type { Connection, Connections } from '../../src/connectors/connections.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { ResponseLost } from '../../src/connectors/transport.ts'
import { systemClock } from '../../src/core/mod.ts'
import type { Supplier } from '../../src/supply/mod.ts'
import { openVault } from '../../src/vault/mod.ts'
import { registerAccount } from '../../src/connectors/accounts.ts'
import { transact, type DatabaseClock } from '../../src/db/mod.ts'
import { batch } from '../inventory/fixture.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { followedClock, machineAhead } from '../support/machine-clock.ts'
import { TESTER } from '../support/tester.ts'

const TWO_DAYS_MS = 2 * 86_400_000
const SETTINGS = { clientId: crypto.randomUUID(), currency: 'USD' }

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

/** Returns the clock of a process on a machine whose clock is ahead by this time. */
function clockOf(aheadMs: number): Promise<DatabaseClock> {
  return followedClock(database.target, machineAhead(aheadMs), TWO_DAYS_MS)
}

type Account = Connection['account']

/** Returns the supplier of a process; `create` returns the status of the response to a create. */
async function processAt(
  clock: DatabaseClock,
  isRegistering: boolean,
  create: () => { readonly status: number },
): Promise<Supplier> {
  const { db } = database
  const vault = await openVault({ db, masterKey: MASTER_KEY, clock: systemClock })
  const input = {
    adapter: 'tessera',
    name: 'acme',
    environment: 'live',
    baseUrl: 'https://acme.test',
    secrets: { apiKey: 'key', hmacSecret: 'secret' },
    settings: SETTINGS,
  }
  if (isRegistering) {
    const act = { actor: TESTER, at: clock.now() }
    account = await transact(db, (tx) =>
      registerAccount(tx, { vault, adapters: ADAPTERS }, { input, act }),
    )
  }
  const send = ({ method, path }: Call) => {
    const product = { currency: 'USD', inStock: true }
    if (path.startsWith('/v2/products/')) return Promise.resolve(answerOf(200, { data: product }))
    if (method === 'GET') return Promise.resolve(answerOf(200, { data: [] }))
    return Promise.resolve(answerOf(create().status, { error: { code: 'NO_FUNDS' } }))
  }
  const view = { environment: 'live', secrets: input.secrets, settings: SETTINGS }
  const exchange = {
    secrets: input.secrets,
    account: (now = clock.now()) => ({ ...view, now }),
    send,
    hold: () => undefined,
  }
  const all = () => Promise.resolve([{ account, adapter: ADAPTERS.tessera, exchange }])
  const connections = { all, close: () => undefined } as unknown as Connections
  return createConnector(ADAPTERS.tessera, { db, vault, clock, connections })
}

const MASTER_KEY = randomBytes(32)
let account: Account

function answerOf(status: number, json: object) {
  return { status, headers: {}, json }
}

function loseResponse(): never {
  throw new ResponseLost('the answer is lost')
}

test.each([
  [-TWO_DAYS_MS, TWO_DAYS_MS],
  [TWO_DAYS_MS, -TWO_DAYS_MS],
])('every process waits for a create that may still arrive (%i, %i ms)', async (one, other) => {
  const sender = await processAt(await clockOf(one), true, loseResponse)
  const otherProcess = await processAt(await clockOf(other), false, () => ({ status: 402 }))
  const request = batch(1, 1, { settings: { account: 'acme', product: '7' } })
  await sender.issue([request])

  const { rows } = await database.db.pool.query(
    `select status, unsure_until - clock_timestamp() < interval '12 minutes' as is_near
     from supplier_creates`,
  )
  expect(rows).toEqual([{ status: 'PLACING', is_near: true }])

  // Refused, but the first create may still arrive.
  expect(await otherProcess.lookUp([request])).toMatchObject([{ outcome: 'pending' }])
})
