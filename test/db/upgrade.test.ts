import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { connect, migrate, planMigrations, type Database } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { splitStatements, toMigration } from '../../src/db/migrations/migration-files.ts'

const FIRST = toMigration('0001_first', 'create table one (no integer primary key);')
const WIDER = toMigration('0002_wider', '-- expand\nalter table one add column text text;')
const NARROWER = toMigration('0003_narrower', '-- contract\nalter table one drop column text;')
const LATER = toMigration('0004_later', 'create table two (no integer);')

let db: Database
let target: Parameters<typeof migrate>[0]

beforeEach(async () => {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgres')
  const admin = connect(server, { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(`create database ${database}`)
  target = { ...server, database }
  db = connect(target, { connectionsMax: 2, onIdleError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await admin.pool.query(`drop database ${database} with (force)`)
    await admin.close()
  })
})

async function names(): Promise<unknown[]> {
  const { rows } = await db.pool.query('select name, kind from migrations order by name')
  return rows.map((row: { name: string; kind: string }) => `${row.name} ${row.kind}`)
}

test('a version accepts a database that a later one has expanded, but not one that it contracted', async () => {
  await migrate(target, { migrations: [FIRST, WIDER] })
  expect(await migrate(target, { migrations: [FIRST] })).toEqual([])

  await migrate(target, { migrations: [FIRST, WIDER, NARROWER] })

  await expect(migrate(target, { migrations: [FIRST] })).rejects.toThrow(
    'this version does not have its migration 0003_narrower',
  )
  expect(await names()).toEqual([
    '0001_first expand',
    '0002_wider expand',
    '0003_narrower contract',
  ])
})

test('a service skips migrations that contract, and refuses those that come after them', async () => {
  const upTo = 'expand'
  await migrate(target, { upTo, migrations: [FIRST] })
  const skipped = await migrate(target, { upTo, migrations: [FIRST, WIDER, NARROWER] })
  const after = migrate(target, { upTo, migrations: [FIRST, WIDER, NARROWER, LATER] })

  expect(skipped).toEqual(['0003_narrower'])
  await expect(after).rejects.toThrow(
    'the migration 0004_later comes after 0003_narrower, with which older versions cannot run: ' +
      'stop their processes, and run `tessera migrate`',
  )
  expect(await names()).toEqual(['0001_first expand', '0002_wider expand'])
  expect(await migrate(target, { migrations: [FIRST, WIDER, NARROWER, LATER] })).toEqual([])
})

test('a service applies all migrations to an empty database', async () => {
  const migrations = [FIRST, WIDER, NARROWER, LATER]

  expect(await migrate(target, { upTo: 'expand', migrations })).toEqual([])
  expect(await names()).toHaveLength(4)
})

test('a migration that gets no lock lets others go on, and is tried again', async () => {
  await migrate(target, { migrations: [FIRST] })
  const reader = await db.pool.connect()
  await reader.query('begin')
  await reader.query('select * from one')

  const brief = migrate(target, { migrations: [FIRST, WIDER], lockWait: { ms: 20, tries: 2 } })
  await expect(brief).rejects.toThrow(
    'the migration 0002_wider got no lock in 2 tries, for: alter table one add column text text',
  )
  const patient = migrate(target, {
    migrations: [FIRST, WIDER],
    lockWait: { ms: 20, tries: 1_000 },
  })
  await reader.query('commit')
  reader.release()

  expect(await patient).toEqual([])
  expect(await names()).toEqual(['0001_first expand', '0002_wider expand'])
})

test('a concurrent index replaces the invalid index of a failed attempt', async () => {
  await migrate(target, { migrations: [FIRST] })
  await db.pool.query('insert into one select 1')
  await db.pool.query('alter table one add column other integer default 7')
  await db.pool.query('insert into one values (2)')
  const index = 'create unique index concurrently if not exists one_other on one (other)'
  const concurrent = toMigration('0002_index', `${index};`)

  await expect(migrate(target, { migrations: [FIRST, concurrent] })).rejects.toThrow('one_other')
  await db.pool.query('update one set other = no')
  await migrate(target, { migrations: [FIRST, concurrent] })

  const { rows } = await db.pool.query(
    `select indisvalid from pg_index where indexrelid = 'one_other'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

/** Waits until sessions run a statement that begins with this text. */
async function untilRunning(beginning: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and query like $1`,
      [`${beginning}%`],
    )
    expect(rows).not.toEqual([])
  })
}

test('a process that waits to migrate does not delay an index that another process makes', async () => {
  await migrate(target, { migrations: [FIRST] })
  const text = 'create index concurrently if not exists one_no on one (no)'
  const migrations = [FIRST, toMigration('0002_index', text)]
  const reader = await db.pool.connect()
  await reader.query('begin')
  await reader.query('lock table one in row exclusive mode')

  const first = migrate(target, { migrations })
  await untilRunning('create index concurrently')
  const second = migrate(target, { migrations })
  await untilRunning('select pg_')
  await reader.query('commit')
  reader.release()

  expect(await Promise.all([first, second])).toEqual([[], []])
  expect(await names()).toHaveLength(2)
})

test('a concurrent index must say `if not exists` or `if exists`, so that it can be repeated', () => {
  const text = 'create index concurrently a on one (no); drop index concurrently if exists b;'

  expect(() => toMigration('0002_index', text)).toThrow(
    'the migration 0002_index must say `if not exists` or `if exists`',
  )
})

test('a concurrent index stands alone in its migration', () => {
  const text = 'create index concurrently a on one (no); create table two (no integer);'

  expect(() => toMigration('0002_mixed', text)).toThrow(
    'the migration 0002_mixed makes indexes concurrently, and does something else',
  )
})

const PLANNED = `-- contract
create table two (no integer);
create index one_no on one (no);
alter table one add column text text;
alter table one add constraint one_check check (no > 0);
alter table one add check (no < 9999);
alter table one set (autovacuum_freeze_min_age = 0);
create trigger one_trigger before insert on one for each row execute function changed();
update one set no = no + 1;
create index two_no on two (no);
vacuum one;`

test('the plan shows what each statement locks and for how long, and changes nothing', async () => {
  await migrate(target, { migrations: [FIRST] })
  await db.pool.query('insert into one select generate_series(1, 1000)')
  await db.pool.query('analyze one')

  const [planned] = await planMigrations(target, [FIRST, toMigration('0002_next', PLANNED)])

  const size = 'about 1,000 rows (64 kB)'
  expect(planned).toMatchObject({ name: '0002_next', kind: 'contract' })
  expect(planned?.statements.map(({ lock, duration }) => `${lock}; ${duration}`)).toEqual([
    'nobody waits; instant',
    `writers of the table wait; reads ${size}`,
    'readers and writers of the table wait; instant',
    `readers and writers of the table wait; reads ${size}`,
    `readers and writers of the table wait; reads ${size}`,
    'nobody waits; instant',
    'writers of the table wait; instant',
    `writers of the same rows wait; the rows that it changes, among ${size}`,
    'writers of the table wait; instant: the table is new',
    'not known; not known',
  ])
  expect(await names()).toEqual(['0001_first expand'])
})

test('a file is split at the semicolons that end statements', () => {
  const text = `-- a; b
    select ';', ";" /* ; */ from one; -- end;
    create function f() returns text as $body$ select ';'; $body$ language sql;
    select 'it''s; so'`

  expect(splitStatements(text)).toEqual([
    `select ';', ";"  from one`,
    `create function f() returns text as $body$ select ';'; $body$ language sql`,
    `select 'it''s; so'`,
  ])
})
