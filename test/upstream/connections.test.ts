import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { Connections } from '../../src/upstream/connections.ts'
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
