import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  areSessionsShared,
  connect,
  requireSession,
  sql,
  transact,
  type Database,
} from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'
import { databaseUrlOf } from '../support/database-url.ts'

/** Opens a pool by a connection string, on a new database that may have a setting. */
async function byUrl(query: string, setting?: string): Promise<Database> {
  const { db: first, target, drop } = await freshDatabase()
  if (setting !== undefined) {
    const change = `execute format('alter database %I set ${setting}', current_database())`
    await first.pool.query(`do $$ begin ${change}; end $$`)
  }
  const connectionString = `${databaseUrlOf(target)}${query}`
  const db = connect({ connectionString }, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await drop()
  })
  return db
}

test('a database whose sessions keep their settings is accepted', async () => {
  await expect(requireSession(await byUrl(''))).resolves.toBeUndefined()
})

test('no statement starts parallel workers', async () => {
  const db = await byUrl('')
  const setting = sql<{ workers: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers`
  expect(await db.rows(setting)).toEqual([{ workers: '0' }])
})

test('options in DATABASE_URL add to the settings of a session, and replace none', async () => {
  const options = encodeURIComponent('-c work_mem=8MB -c enable_seqscan=on')
  const db = await byUrl(`&options=${options}`)

  await expect(requireSession(db)).resolves.toBeUndefined()
  const memory = sql<{ memory: string }>`select current_setting('work_mem') as memory`
  expect(await db.rows(memory)).toEqual([{ memory: '8MB' }])
})

test('sessions that lose their settings are refused in one line', async () => {
  const db = await byUrl('')
  await db.pool.query('set enable_seqscan = on')

  await expect(requireSession(db)).rejects.toThrow(/^DATABASE_URL must [^\n]+ session mode[^\n]+$/)
})

/** Returns the names of the parameters with which a session starts. */
async function startOfSession(): Promise<string[]> {
  const words: string[] = []
  const server = createServer((socket) => {
    socket.once('data', (start) => {
      // The length and the version of the protocol come first, then names and values.
      words.push(...start.subarray(8).toString().split('\0'))
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = { host: '127.0.0.1', port, user: 'someone', database: 'some' }
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  await expect(db.rows(sql`select`)).rejects.toThrow('terminated')
  await db.close()
  server.close()
  return words.filter((_, at) => at % 2 === 0 && words[at] !== '')
}

test('a session begins without parameters that PgBouncer refuses', async () => {
  expect(new Set(await startOfSession())).toEqual(
    new Set(['user', 'database', 'application_name', 'client_encoding']),
  )
})

/** Like a client of PgBouncer in this mode: each transaction runs on a free session. */
class PooledClient {
  static free: pg.PoolClient[] = []
  readonly #mode: string
  #session: pg.PoolClient | undefined

  constructor(mode: string) {
    this.#mode = mode
  }

  async query(text: string): Promise<unknown> {
    if (this.#mode === 'statement' && text === 'begin') {
      throw Object.assign(new Error('transaction blocks not allowed'), { code: '08P01' })
    }
    const session = this.#session ?? PooledClient.free.shift()
    const isOver = this.#mode !== 'session' && (text === 'commit' || !this.#session)
    this.#session = session
    const result = await session?.query(text)
    if (session && isOver && text !== 'begin') {
      this.#session = undefined
      PooledClient.free.push(session)
    }
    return result
  }

  release(): void {
    this.#session?.release()
  }
}

test.each([
  ['session', false],
  ['transaction', true],
  ['statement', true],
])('a pooler in %s mode shares sessions: %s', async (mode, expected) => {
  const { db, drop } = await freshDatabase()
  PooledClient.free = await Promise.all([db.connect(), db.connect()])
  const pool = { connect: () => Promise.resolve(new PooledClient(mode)) } as unknown as pg.Pool

  expect(await areSessionsShared({ ...db, pool })).toBe(expected)
  for (const session of PooledClient.free) session.release()
  await drop()
})

test('a database with synchronous_commit off is accepted, and commits durably', async () => {
  const db = await byUrl('', 'synchronous_commit = off')

  await expect(requireSession(db)).resolves.toBeUndefined()
  const setting = sql<{ set: string }>`select current_setting('synchronous_commit') as set`
  expect(await db.rows(setting)).toEqual([{ set: 'on' }])
})

test('the database’s defaults for transactions do not apply', async () => {
  const db = await byUrl('', 'default_transaction_isolation = serializable')

  await expect(requireSession(db)).resolves.toBeUndefined()
  const level = await transact(db, (tx) =>
    tx.rows(sql<{ level: string }>`select current_setting('transaction_isolation') as level`),
  )
  expect(level).toEqual([{ level: 'read committed' }])
})
