import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { repeat } from '../../src/core/mod.ts'
import {
  checkServerLife,
  connect,
  LifeHasEnded,
  PerDatabaseLife,
  ServerLife,
  sql,
  transact,
  type Database,
} from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

let database: FreshDatabase
let life: ServerLife
let events: string[]

beforeEach(async () => {
  database = await freshDatabase()
  life = new ServerLife()
  events = []
  life.onNew(() => void events.push('new life'))
  return () => database.drop()
})

/** A pool of the process whose life this is. */
function pool(connectionsMax = 1): Database {
  const options = { connectionsMax, life, onIdleError: () => undefined }
  const db = connect(database.target, options)
  db.pool.on('connect', () => void events.push('handed out'))
  onTestFinished(() => db.close())
  return db
}

async function pidOf(db: Database): Promise<number> {
  const [row] = await db.rows(sql<{ pid: number }>`select pg_backend_pid() as pid`)
  return row?.pid ?? 0
}

/** Simulates a crash and a promotion, as far as another session can. */
async function beginNewLife(...connected: number[]): Promise<void> {
  await database.db.rows(sql`delete from server_life`)
  for (const pid of connected) {
    await database.db.rows(sql`select pg_terminate_backend(${pid}, 5000)`)
  }
}

test('a new life is detected before the first new connection is handed out', async () => {
  const db = pool()
  await beginNewLife(await pidOf(db))
  await eventually(() => pidOf(db))

  expect(events).toEqual(['handed out', 'new life', 'handed out'])
})

test('a new connection of the same life notifies no listener', async () => {
  const db = pool()
  await database.db.rows(sql`select pg_terminate_backend(${await pidOf(db)}, 5000)`)
  await eventually(() => pidOf(db))

  expect(events).toEqual(['handed out', 'handed out'])
})

test('connections of an earlier life are closed in every pool of the process', async () => {
  const [one, other] = [pool(), pool()]
  const before = await pidOf(other)
  await beginNewLife(await pidOf(one))
  await eventually(() => pidOf(one))

  await eventually(async () => expect(await pidOf(other)).not.toBe(before))
  expect(events.filter((event) => event === 'new life')).toHaveLength(1)
})

test('a restore in place is detected even if it breaks no connection and restores the row', async () => {
  const db = pool(2)
  const before = await pidOf(db)
  const watch = repeat(
    () => checkServerLife(db),
    100,
    () => undefined,
  )
  onTestFinished(() => watch.stop())
  await database.db.pool.query(`
    begin;
    create unlogged table restored (like server_life including all);
    insert into restored select * from server_life;
    drop table server_life;
    alter table restored rename to server_life;
    commit`)

  await eventually(() => Promise.resolve(expect(events).toContain('new life')))
  await eventually(async () => expect(await pidOf(db)).not.toBe(before))
})

test('a cache of one life is made again in the next, and writes of the earlier one fail', async () => {
  const db = pool()
  await pidOf(db)
  const memory = new PerDatabaseLife(db, (own) => ({ own }))
  const former = memory.present
  let tries = 0
  const written = transact(former.own, async (tx) => {
    tries += 1
    const [row] = await tx.rows(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    if (tries === 1) await beginNewLife(row?.pid ?? 0)
    return await tx.rows(sql<{ life: string }>`select life_id::text as life from server_life`)
  })

  await expect(written).rejects.toThrow(LifeHasEnded)
  await expect(former.own.rows(sql`select 1`)).rejects.toThrow(LifeHasEnded)
  expect(tries).toBe(1)
  expect(memory.present).not.toBe(former)
  expect(await memory.present.own.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
})

/** A connection to a server of this life, with `flushed` durable bytes of its log. */
function connectionTo(life_id: string, flushed: number): pg.PoolClient {
  const client = Object.assign(new EventEmitter(), {
    query: () => Promise.resolve({ rows: [{ life_id, started_at: '', flushed: `${flushed}` }] }),
    connection: { stream: { destroy: () => undefined } },
  })
  return client as unknown as pg.PoolClient
}

test.each([
  ['a promoted standby that lacks the last 20 bytes', 80, [20n]],
  ['a server that restarted with all of its log', 100, [0n]],
  ['a standby that had received more than this process saw', 120, [0n]],
])(
  'after %s, listeners get the number of bytes that are certainly lost',
  async (_server, flushed, expectedBytes) => {
    const lost: bigint[] = []
    life.onNew((bytes) => void lost.push(bytes))
    await life.learn(connectionTo('first', 60))
    await life.learn(connectionTo('first', 100))
    await life.learn(connectionTo('first', 90))

    await life.learn(connectionTo('second', flushed))

    expect(lost).toEqual(expectedBytes)
  },
)
