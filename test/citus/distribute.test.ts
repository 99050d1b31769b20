import { expect, onTestFinished, test } from 'vitest'
import { distribute, migrate } from '../../src/db/mod.ts'
import { statementsOfAllRequests } from '../db/all-requests.ts'
import { clusterOfRun } from './pooled-databases.ts'

const TIMEOUT_MS = 900_000
const SHARDS = 4

test(
  'on a distributed database each request of the documents succeeds, and the ledger balances',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(await statementsOfAllRequests()).not.toEqual([])
  },
)

test('a database is distributed once, with its rows', { timeout: TIMEOUT_MS }, async () => {
  const cluster = clusterOfRun()
  const database = await cluster.newDatabase()
  onTestFinished(() => cluster.drop(database))
  const { coordinator } = cluster
  const target = { connectionString: database.url }
  await migrate(target)
  const partner = `insert into partners (name, created_at) values ('one', now())
    returning partner_id as id`
  const { rows } = await coordinator.ask(database.name, partner)
  await coordinator.ask(
    database.name,
    'insert into books (partner_id, last_instant) values ($1, now())',
    [rows[0].id],
  )

  expect(await distribute(target, SHARDS)).toMatchObject({ reference: 3 })
  expect(await distribute(target, SHARDS)).toEqual({
    distributed: 0,
    reference: 0,
    coordinator: 0,
  })

  const books = await coordinator.ask(database.name, 'select partner_id as id from books')
  expect(books.rows).toEqual(rows)
  const next = await coordinator.ask(database.name, partner)
  expect(next.rows).toEqual([{ id: rows[0].id + 1 }])
})

test('a server without the extension is not distributed', async () => {
  const cluster = clusterOfRun()
  const database = await cluster.newPlainDatabase()
  onTestFinished(() => cluster.drop(database))
  const target = { connectionString: database.url }

  await expect(distribute(target, SHARDS)).rejects.toThrow('does not have the extension citus')
})
