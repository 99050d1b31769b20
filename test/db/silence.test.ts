import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connect, Outage, sql, transact, type Database } from '../../src/db/mod.ts'
import type { Reply } from '../support/client.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import { isLong } from '../support/length.ts'
import { anOrder, dataOf, startService, type Partner } from '../support/service.ts'
import { startSilentProxy, type SilentProxy } from '../support/silent-proxy.ts'

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

async function silentPool(connectMs = 1_000): Promise<{ db: Database; proxy: SilentProxy }> {
  const proxy = await startSilentProxy(database.target)
  const db = connect(proxy.target, {
    connectionsMax: 3,
    statements: 'short',
    responseWaits: { connectMs, silentMs: 100 },
    onIdleError: () => undefined,
  })
  onTestFinished(async () => {
    await proxy.close()
    await db.close()
  })
  return { db, proxy }
}

/**
 * Fails unless `work` ends before the statement timeout. That is many times as long as it takes to
 * notice a silent connection.
 */
async function beforeStatementTimeout<T>(work: Promise<T>): Promise<T> {
  const { pool } = database.db
  const limit = pool.query('select pg_sleep(45)')
  const isLate = limit.then(() => Promise.reject(new Error('it took as long as a statement may')))
  isLate.catch(() => undefined)
  try {
    return await Promise.race([work, isLate])
  } finally {
    await pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'select pg_sleep(45)'`,
    )
  }
}

const COUNT = sql<{ facts: number }>`select count(*)::integer as facts from facts`

/** Writes a row, and calls `beforeCommit` in the first attempt; returns the number of attempts. */
async function writeOnce(db: Database, beforeCommit: () => void): Promise<number> {
  let runs = 0
  await transact(db, async (tx) => {
    runs += 1
    await tx.rows(sql`insert into facts default values`)
    if (runs === 1) beforeCommit()
  })
  return runs
}

test.each([
  ['never arrived, and is repeated', 'all', 2],
  ['was done, and is looked up', 'answers', 1],
] as const)('a COMMIT whose connection falls silent %s', async (_, lost, runs) => {
  const { db, proxy } = await silentPool()
  await database.db.pool.query('create table facts (made_at timestamptz default now())')

  const written = writeOnce(db, () => proxy.silence(lost))

  expect(await beforeStatementTimeout(written)).toBe(runs)
  expect(await database.db.rows(COUNT)).toEqual([{ facts: 1 }])
})

test('locks of a session that was cut off are released before others time out', async () => {
  const { db, proxy } = await silentPool()
  await database.db.pool.query('create table facts as select 1 as one')
  const lock = sql`select from facts for update`

  const locked = new Gate()
  let runs = 0
  const cut = transact(db, async (tx) => {
    await tx.rows(lock)
    runs += 1
    if (runs === 1) proxy.silence()
    locked.open()
    await tx.rows(sql`select 1`)
  })
  await locked.passed()
  const waiting = transact(database.connectAgain(), (tx) => tx.rows(lock))

  expect(await beforeStatementTimeout(waiting)).toHaveLength(1)
  await beforeStatementTimeout(cut)
})

test('silent idle connections are found together with the first one that is used', async () => {
  const { db, proxy } = await silentPool()
  await Promise.all([1, 2, 3].map(() => db.rows(sql`select pg_sleep(0.1)`)))
  expect(proxy.silence()).toBeGreaterThanOrEqual(3)

  const written = Promise.all([1, 2, 3, 4].map(() => transact(db, (tx) => tx.rows(sql`select 1`))))

  expect(await beforeStatementTimeout(written)).toHaveLength(4)
})

test('a slow statement is not ended, nor is one that waits for a lock', async () => {
  const { db } = await silentPool()
  await database.db.pool.query('create table facts as select 1 as one')
  const holding = transact(database.db, async (tx) => {
    await tx.rows(sql`select from facts for update`)
    await tx.rows(sql`select pg_sleep(0.7)`)
  })
  const statement = sql<{ pid: number }>`select pg_backend_pid() as pid from facts for update`

  const [slow, waited] = await Promise.all([
    db.rows(sql<{ slept: string }>`select pg_sleep(0.5)::text as slept`),
    db.rows(statement),
    holding,
  ])

  expect([slow, waited]).toEqual([[{ slept: '' }], [{ pid: expect.any(Number) }]])
})

test('while no connection gets a response, transactions end with an outage', async () => {
  const { db, proxy } = await silentPool(200)
  const runTransaction = () => transact(db, (tx) => tx.rows(sql`select 1`))

  proxy.silenceAll()
  await expect(beforeStatementTimeout(runTransaction())).rejects.toBeInstanceOf(Outage)

  proxy.mend()
  await eventually(async () => expect(await runTransaction()).toHaveLength(1))
})

async function silentService() {
  const proxies: SilentProxy[] = []
  const service = await startService({
    funds: { USD: '10000.00' },
    connectThrough: async (target) => {
      const proxy = await startSilentProxy(target)
      proxies.push(proxy)
      return proxy.target
    },
  })
  const [proxy = expect.unreachable()] = proxies
  onTestFinished(() => proxy.close())
  await service.product()
  return { ...service, proxy }
}

interface KeyedOrder {
  readonly order: ReturnType<typeof anOrder>
  readonly key: string
}

async function place({ post }: Partner, { order, key }: KeyedOrder): Promise<Reply> {
  return post('/v2/orders', order, { 'idempotency-key': key })
}

const ORDERS = 20

test('after connections fall silent, each request gets its response or 503; no write is lost or doubled', async () => {
  const { partner, http, proxy } = await silentService()
  const sent = Array.from({ length: ORDERS }, () => ({ order: anOrder(), key: randomUUID() }))
  dataOf(await partner.post('/v2/orders', anOrder()))

  const early = sent.slice(0, ORDERS / 2).map((one) => place(partner, one))
  expect(proxy.silence()).toBeGreaterThan(0)
  const late = sent.slice(ORDERS / 2).map((one) => place(partner, one))
  const reads = [partner.get('/v2/orders'), partner.get('/v2/accounts/balances')]
  const replies = await beforeStatementTimeout(Promise.all([...early, ...late, ...reads]))

  for (const { status } of replies) expect([200, 201, 503]).toContain(status)
  await eventually(async () => {
    expect((await http.send({ method: 'GET', target: '/health/ready' })).status).toBe(200)
  })
  for (const [at, one] of sent.entries()) {
    const again = await place(partner, one)
    expect(again.status).toBe(201)
    const first = replies[at]
    if (first?.status === 201) expect(again.text).toBe(first.text)
  }
  expect(await partner.orders()).toHaveLength(ORDERS + 1)
  expect(await partner.funds()).toEqual({ USD: 10_000 - 10 * (ORDERS + 1) })
})

/** Only in a long run, because the test waits as long as a service waits for a connection. */
const SERVICES = isLong ? ['a service'] : []

test.each(SERVICES)(
  '%s: 503 while no connection gets a response, and 201 as soon as new ones do',
  async () => {
    const { partner, proxy } = await silentService()
    const one = { order: anOrder(), key: randomUUID() }

    proxy.silenceAll()
    const replies = await beforeStatementTimeout(
      Promise.all([place(partner, one), partner.get('/v2/orders')]),
    )
    expect(replies.map(({ status }) => status)).toEqual([503, 503])

    proxy.mend()
    await eventually(async () => expect((await place(partner, one)).status).toBe(201))
    expect(await partner.orders()).toHaveLength(1)
  },
)
