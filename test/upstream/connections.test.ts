import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { Connections } from '../../src/upstream/connections.ts'
import { eventually } from '../support/eventually.ts'
import { beginNewLife } from '../support/new-life.ts'
import { startPair } from './pair.ts'

test('a credential whose change the database has lost is not signed with any more', async () => {
  const { ours } = await startPair({ float: '50.00' })
  const { db, services } = ours
  const connections = new Connections({ db, vault: services.vault, clock: services.clock })
  onTestFinished(() => connections.close())
  const [known] = await connections.all()

  expect((await connections.all())[0]?.client).toBe(known?.client)
  await db.rows(sql`update upstreams set version = version - 1`)

  expect((await connections.all())[0]?.client).not.toBe(known?.client)
})

test('an account that was read in an earlier life of the database is read again', async () => {
  const { ours } = await startPair({ float: '50.00' })
  const { db, services } = ours
  const { vault } = services
  let reads = 0
  const prepare: typeof vault.prepare = async (sealed) => {
    await vault.prepare(sealed)
    reads += 1
    if (reads > 1) return
    await db.rows(sql`update upstreams set base_url = 'http://127.0.0.1:9'`)
    await beginNewLife(ours.target)
    await eventually(() => db.rows(sql`select 1`))
  }
  const connections = new Connections({ db, vault: { ...vault, prepare }, clock: services.clock })
  onTestFinished(() => connections.close())

  const [connection] = await connections.all()

  expect(connection?.upstream.baseUrl).toBe('http://127.0.0.1:9')
})
