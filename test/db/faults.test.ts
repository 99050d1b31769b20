import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, isConnectionLost, type Database } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let fresh: FreshDatabase
let admin: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  admin = pool({ database: 'postgres' })
})

afterAll(async () => {
  await admin.close()
  await fresh.drop()
})

/** Opens a pool on the same server, on another database or as another user. */
function pool(other: { database?: string; user?: string } = {}): Database {
  if (!('host' in fresh.target)) throw new Error('tests run on a server of their own')
  const target = { ...fresh.target, ...other }
  return connect(target, { connectionsMax: 1, onIdleError: () => undefined })
}

/** Returns the error of a statement on its own connection. */
async function faultOf(statement: string, other?: Parameters<typeof pool>[0]): Promise<unknown> {
  const db = pool(other)
  try {
    return await db.pool.query(statement).catch((error: unknown) => error)
  } finally {
    await db.close()
  }
}

async function closedDatabase(): Promise<string> {
  const name = `closed_${process.pid}`
  await admin.pool.query(`create database ${name} allow_connections false`)
  return name
}

describe('an outage: the server accepts no connections or lacks a resource', () => {
  test('a database that accepts no connections (55000)', async () => {
    const name = await closedDatabase()

    const fault = await faultOf('select 1', { database: name })

    await admin.pool.query(`drop database ${name}`)
    expect(fault).toMatchObject({ severity: 'FATAL', code: '55000' })
    expect(isConnectionLost(fault)).toBe(true)
  })

  test.each([
    ['a database that is not there (3D000)', { database: 'nowhere' }, '3D000'],
    ['a user that is not there (28000)', { user: 'nobody_at_all' }, '28000'],
  ])('%s', async (_what, other, code) => {
    const fault = await faultOf('select 1', other)

    expect(fault).toMatchObject({ code })
    expect(isConnectionLost(fault)).toBe(true)
  })

  test.each([
    ['a statement that took too long (57014)', `set statement_timeout = 1; select pg_sleep(9)`],
    ['a lock that did not come (55P03)', raise('55P03')],
    ['no memory left (53200)', raise('53200')],
    ['a full disk (53100)', raise('53100')],
    ['a file that cannot be read (58P01)', raise('58P01')],
    ['a standby, which writes nothing (25006)', raise('25006')],
    ['a server that shuts down (57P01)', raise('57P01')],
  ])('%s', async (_what, statement) => {
    expect(isConnectionLost(await faultOf(statement))).toBe(true)
  })

  test.each(['EAGAIN', 'EADDRNOTAVAIL', 'EMFILE', 'ENETDOWN', 'EHOSTDOWN'])('%s', (code) => {
    expect(isConnectionLost(Object.assign(new Error('connect'), { code }))).toBe(true)
  })
})

describe('no outage: the statement is wrong', () => {
  test.each([
    ['55000 of a statement', 'select lastval()', '55000'],
    ['division by zero', 'select 1 / 0', '22012'],
    ['a unique key that exists', raise('23505'), '23505'],
    ['no such table', 'select from nowhere', '42P01'],
    ['too complex a statement', raise('54001'), '54001'],
    ['a damaged table', raise('XX001'), 'XX001'],
  ])('%s', async (_what, statement, code) => {
    const fault = await faultOf(statement)

    expect(fault).toMatchObject({ severity: 'ERROR', code })
    expect(isConnectionLost(fault)).toBe(false)
  })
})

/** Some states cannot be brought about in a test; their errors can. */
function raise(code: string): string {
  return `do $$ begin raise sqlstate '${code}'; end $$`
}

test.each([
  ['failure on connection marked as essential: 10.0.0.1:5432', true],
  ['server closed the connection unexpectedly\n\tThis probably means', true],
  ['could not read block 7 in file "base/1/2": read only 0 of 8192 bytes', false],
])('an internal error is an outage if Citus has lost a node: %s', (message, isOutage) => {
  const fault = Object.assign(new Error(message), { code: 'XX000', severity: 'ERROR' })

  expect(isConnectionLost(fault)).toBe(isOutage)
})
