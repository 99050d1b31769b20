import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { distribute, migrate } from '../../src/db/mod.ts'
import { statementsOfAllRequests } from '../db/all-requests.ts'
import { makeDatabasesBy } from '../support/database.ts'
import { CitusCluster } from './cluster.ts'

const TIMEOUT_MS = 900_000
const SHARDS = 4

let cluster: CitusCluster
beforeAll(async () => {
  cluster = await CitusCluster.start()
}, TIMEOUT_MS)
afterAll(() => cluster.stop())

test(
  'a distributed database answers each request of the documents, and its ledger is balanced',
  { timeout: TIMEOUT_MS },
  async () => {
    onTestFinished(() => makeDatabasesBy(undefined))
    makeDatabasesBy(async () => {
      const target = { connectionString: await cluster.newDatabase('requests') }
      await distribute(target, SHARDS)
      return { target, release: () => Promise.resolve() }
    })

    expect(await statementsOfAllRequests()).not.toEqual([])
  },
)

test(
  'a database with rows is distributed with them, and once',
  { timeout: TIMEOUT_MS },
  async () => {
    const target = { connectionString: await cluster.newDatabase('filled') }
    await migrate(target)
    const partner = `insert into partners (name, created_at) values ('one', now())
    returning partner_id as id`
    const { rows } = await cluster.coordinator.ask('filled', partner)
    await cluster.coordinator.ask(
      'filled',
      'insert into books (partner_id, last_instant) values ($1, now())',
      [rows[0].id],
    )

    expect(await distribute(target, SHARDS)).toMatchObject({ reference: 3 })
    expect(await distribute(target, SHARDS)).toEqual({
      distributed: 0,
      reference: 0,
      coordinator: 0,
    })

    const kept = await cluster.coordinator.ask('filled', 'select partner_id as id from books')
    expect(kept.rows).toEqual(rows)
    const next = await cluster.coordinator.ask('filled', partner)
    expect(next.rows).toEqual([{ id: rows[0].id + 1 }])
  },
)

test('a server without the extension is not distributed', async () => {
  const { port } = cluster.coordinator
  const target = { connectionString: `postgres://tessera@127.0.0.1:${port}/postgres` }

  await expect(distribute(target, SHARDS)).rejects.toThrow('does not have the extension citus')
})
