import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect, Outage, sql, transact } from '../../src/db/mod.ts'
import type { ConnectionTarget, Database } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { pauseBefore } from '../support/pause.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { moves, newLedger, newPartner, put, storedTransfers } from '../ledger/fixture.ts'

let home: string
let server: Awaited<ReturnType<typeof startBundledServer>>
const pools: Database[] = []

beforeAll(async () => {
  home = await mkdtemp(join(quickDirectory(), 'tessera-crash-'))
  const dataDir = join(home, 'data')
  copyMigratedDataDir(dataDir)
  server = await startBundledServer({ dataDir, log: () => undefined })
  const db = pool()
  await db.pool.query('create table facts (fact text)')
  // No other process may flush the log before the crash, because the ids have to be lost.
  await db.pool.query('alter system set wal_writer_delay = 10000')
  await db.pool.query('alter system set autovacuum = off')
  await db.pool.query('select pg_reload_conf()')
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map((db) => db.close()))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

function target(): ConnectionTarget {
  const { host, port, user, database } = server
  return { host, port, user, database }
}

function pool(): Database {
  const db = connect(target(), { connectionsMax: 4, onIdleError: () => undefined })
  pools.push(db)
  return db
}

/** Kills one session, so that the server ends all others and recovers; returns a new pool. */
async function crash(): Promise<Database> {
  const before = pool()
  const life = await lifeId(before)
  const { rows } = await before.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const after = pool()
  // A response alone proves nothing: the server responds until it notices that its session died.
  await eventually(async () => expect(await lifeId(after)).not.toBe(life))
  return after
}

/** Crashes while one transaction is open; its id then belongs to another one, which commits. */
async function crashAndReuseId(): Promise<Database> {
  const { rows } = await pool().pool.query<{ xid: string }>(
    'select max(backend_xid::text) as xid from pg_stat_activity',
  )
  const after = await crash()
  while (Number(await write(after, 'other')) < Number(rows[0]?.xid));
  return after
}

/** Returns the id of the server's life; undefined after a crash until the next write. */
async function lifeId(db: Database): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ life_id: string }>('select life_id from server_life')
  return rows[0]?.life_id
}

async function write(db: Database, fact: string): Promise<string> {
  return transact(db, async (tx) => {
    await tx.rows(sql`insert into facts values (${fact})`)
    const [row] = await tx.rows<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`)
    return row?.xid ?? ''
  })
}

async function facts(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ fact: string }>('select fact from facts')
  return rows.map((row) => row.fact)
}

test('a crash at COMMIT: another transaction with the same id is not mistaken for this one', async () => {
  const db = pool()
  const pause = pauseBefore(db, /^commit/)
  const lost = write(db, 'lost').catch((error: unknown) => error)
  await pause.reached
  const after = await crashAndReuseId()
  pause.resume()

  const answer = await lost
  const stored = (await facts(after)).filter((fact) => fact === 'lost')
  expect(stored).toHaveLength(answer instanceof Outage ? 0 : 1)
})

test('a transaction that a crash at COMMIT lost is repeated', async () => {
  const db = pool()
  const pause = pauseBefore(db, /^commit/)
  const written = write(db, 'repeated')
  await pause.reached
  const after = await crash()
  pause.resume()
  await written

  expect((await facts(after)).filter((fact) => fact === 'repeated')).toHaveLength(1)
})

test('a group whose transaction id belongs to another commit since a crash is decided again', async () => {
  const partnerId = await newPartner(pool())
  const db = pool()
  const pause = pauseBefore(db, /^commit/)
  const answer = newLedger(db).submit(moves, partnerId, put(1n))
  await pause.reached
  const after = await crashAndReuseId()
  pause.resume()

  expect(await answer).toMatchObject({ number: 1 })
  expect(await storedTransfers(after, partnerId)).toHaveLength(1)
})

/** Makes each COMMIT wait for a missing standby, until the returned function is called. */
async function commitThroughStandby(admin: Database): Promise<() => Promise<void>> {
  const endStandbyWaits = async (): Promise<void> => {
    await pool().pool.query('alter system reset synchronous_standby_names')
    await pool().pool.query('select pg_reload_conf()')
  }
  onTestFinished(endStandbyWaits)
  await admin.pool.query(`alter system set synchronous_standby_names = 'absent'`)
  await admin.pool.query('select pg_reload_conf()')
  // The server follows its settings a little later.
  const probes = pool()
  let probing = 0
  await waitingFor(admin, (pids) => {
    const probe = probes.pool.query(`select pg_logical_emit_message(true, 'probe', '')`)
    const ended = (): void => void (probing -= 1)
    probing += 1
    probe.then(ended, ended)
    return pids.length > 0
  })
  await waitingFor(admin, (pids) => {
    for (const pid of pids) terminate(admin, pid)
    return probing === 0
  })
  return endStandbyWaits
}

/** Returns the sessions that wait for the standby, once their number is as expected. */
function waitingFor(admin: Database, isExpected: (pids: number[]) => boolean): Promise<number[]> {
  return eventually(async () => {
    const { rows } = await admin.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    const pids = rows.map(({ pid }) => pid)
    expect(isExpected(pids)).toBe(true)
    return pids
  })
}

function terminate(admin: Database, pid: number): void {
  void admin.pool.query('select pg_terminate_backend($1)', [pid])
}

test.each(['a group', 'another transaction'])(
  '%s whose session is ended while COMMIT waits for a standby succeeds once none is required',
  async (what) => {
    const db = pool()
    const partnerId = await newPartner(db)
    const admin = pool()
    const endStandbyWaits = await commitThroughStandby(admin)
    let isAnswered = false
    const written =
      what === 'a group' ? newLedger(db).submit(moves, partnerId, put(1n)) : write(db, 'awaited')
    const answered = written.then(() => (isAnswered = true))
    const [session = 0] = await waitingFor(admin, (pids) => pids.length === 1)
    terminate(admin, session)
    await waitingFor(admin, (pids) => pids.length === 1 && pids[0] !== session)

    expect(isAnswered).toBe(false)
    await endStandbyWaits()
    await answered
  },
)

test('after an error at COMMIT that is not a response of the server, the outcome is looked up', async () => {
  const db = pool()
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...sent: unknown[]) => Promise<unknown>
    const query = async (...sent: unknown[]): Promise<unknown> => {
      const answer = await send(...sent)
      if (sent[0] === 'commit')
        throw Object.assign(new Error('gone'), { code: 'ERR_STREAM_DESTROYED' })
      return answer
    }
    client.query = query as typeof client.query
  })

  await write(db, 'committed')

  expect((await facts(pool())).filter((fact) => fact === 'committed')).toHaveLength(1)
})

test('a database that deadlocks every attempt, or cannot write, is an outage', async () => {
  for (const code of ['40P01', '40001', '53100', '58030', '25006']) {
    const refused = transact(pool(), () => Promise.reject(databaseError(code)))
    await expect(refused).rejects.toBeInstanceOf(Outage)
  }
})

test('a connection that cannot roll back is not used again', async () => {
  const db = pool()
  const pids = new Set<number>()
  const work = async (): Promise<void> => {
    await transact(db, async (tx) => {
      const [session] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      pids.add(session?.pid ?? 0)
      throw new TypeError('a bug')
    })
  }
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...sent: unknown[]) => unknown
    const query = (...sent: unknown[]): unknown =>
      sent[0] === 'rollback' ? Promise.reject(new Error('no')) : send(...sent)
    client.query = query as typeof client.query
  })

  await expect(work()).rejects.toThrow('a bug')
  await expect(work()).rejects.toThrow('a bug')

  expect(pids.size).toBe(2)
})

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('as the test has it', 0, 'error'), {
    code,
    severity: 'ERROR',
  })
}
