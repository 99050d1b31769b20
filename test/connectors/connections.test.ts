import { expect, onTestFinished, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { sql } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { beginNewLife } from '../support/new-life.ts'
import { dataOf, startService } from '../support/service.ts'

async function startWithAccount() {
  const { db, services, target, admin } = await startService()
  const account = { adapter: 'tillo', name: 'acme', environment: 'sandbox' }
  const secrets = { apiKey: 'key', secret: 'secret' }
  const place = { baseUrl: 'http://127.0.0.1:8' }
  dataOf(await admin.post('/admin/v1/suppliers', { ...account, ...place, secrets }))
  const { vault, clock } = services
  const connect = (more: Partial<typeof services> = {}) => {
    const connections = new Connections({ db, vault, clock, adapters: ADAPTERS, ...more })
    onTestFinished(() => connections.close())
    return connections
  }
  return { db, vault, target, connect }
}

test('a credential whose change the database has lost signs no more requests', async () => {
  const { db, connect } = await startWithAccount()
  const connections = connect()
  const [firstConnection] = await connections.all()

  expect((await connections.all())[0]?.exchange).toBe(firstConnection?.exchange)
  await db.rows(sql`update supplier_accounts set version = version - 1`)

  expect((await connections.all())[0]?.exchange).not.toBe(firstConnection?.exchange)
})

test('an account that was read in an earlier life of the database is read again', async () => {
  const { db, vault, target, connect } = await startWithAccount()
  let reads = 0
  const prepare: typeof vault.prepare = async (sealed) => {
    await vault.prepare(sealed)
    reads += 1
    if (reads > 1) return
    await db.rows(sql`update supplier_accounts set base_url = 'http://127.0.0.1:9'`)
    await beginNewLife(target)
    await eventually(() => db.rows(sql`select 1`))
  }

  const [connection] = await connect({ vault: { ...vault, prepare } }).all()

  expect(connection?.account.baseUrl).toBe('http://127.0.0.1:9')
})
