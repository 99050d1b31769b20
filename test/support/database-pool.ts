import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import {
  currentTransaction,
  dropOtherTables,
  IS_SCHEMA_CHANGED,
  readRelations,
  resetStatistics,
} from './catalogs.ts'
import { TEMPLATE } from './global-setup.ts'
import { keepConnections, keptBackends } from './kept-connections.ts'
import { withClient } from './with-client.ts'

keepConnections(inject('postgres').host)

/**
 * Databases of this test worker, cloned from the template. When a test ends, its database is
 * emptied for the next test: emptying takes a tenth of the 150 ms of CPU time that cloning and
 * dropping take.
 */
const free: PooledDatabase[] = []
/** The databases of this worker that tests have now, or that are free. */
const cloned = new Set<PooledDatabase>()

export interface PooledDatabase {
  readonly name: string
  /**
   * Empties the database each time. A new connection would take five times as long, because it
   * reads the definitions of all tables first.
   */
  readonly client: pg.Client
  /** The size in bytes when it was cloned. */
  readonly size: number
  /** The transaction since which only tests have written to the system catalogs. */
  unchangedSince: string
  /** The tables and their columns, in the text of `readRelations`. */
  readonly relations: string
  /** The rows that migrations insert, as JSON by table. */
  readonly seeds: ReadonlyMap<string, string>
}

/** Names of databases that were emptied: their tables and indexes keep their size. */
const emptied = new Set<string>()
let isShrinking = false

/**
 * Gives each test of this file a database whose tables and indexes are as small as in a new one.
 * PostgreSQL chooses plans by their size: a test that reads plans, or counts what statements read,
 * would depend on the tests before it.
 */
export function useSmallDatabases(): void {
  isShrinking = true
  afterAll(() => void (isShrinking = false))
}

/** True if the database may be larger than a new one because of earlier tests. */
export function isGrown(name: string | undefined): boolean {
  return name !== undefined && emptied.has(name)
}

/** True if the connection is used to empty databases. */
export function emptiesDatabases(client: pg.Client): boolean {
  return [...cloned].some((database) => database.client === client)
}

/** Returns a database with every table and only the rows that migrations insert. */
export async function leaseDatabase(): Promise<PooledDatabase> {
  const database = free.pop() ?? (await clone())
  if (isShrinking && isGrown(database.name)) await shrink(database)
  return database
}

async function shrink(database: PooledDatabase): Promise<void> {
  const { name, client, relations, seeds } = database
  const tables = await filledTablesOf(client)
  await client.query(`truncate ${tables.join(', ')} cascade`)
  await insertSeeds(client, seeds)
  await resetStatistics(client, relations)
  database.unchangedSince = await currentTransaction(client)
  emptied.delete(name)
}

/** Empties the database for another test, or drops it if it differs from the template. */
export async function releaseDatabase(database: PooledDatabase): Promise<void> {
  // A test may have ended every connection.
  const isReusable = await empty(database).catch(() => false)
  if (isReusable) {
    emptied.add(database.name)
    free.push(database)
  } else await drop(database)
}

/** Drops the databases of this worker, also those that tests have not released. */
export async function dropDatabases(): Promise<void> {
  free.length = 0
  for (const database of cloned) await drop(database)
}

async function drop(database: PooledDatabase): Promise<void> {
  const { name, client } = database
  await client.end()
  await onServer('postgres', (admin) => admin.query(`drop database ${name} with (force)`))
  cloned.delete(database)
  emptied.delete(name)
}

async function clone(): Promise<PooledDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer('postgres', (client) =>
    // This strategy takes half of the CPU time of the other one, `wal_log`.
    client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  )
  const client = await connectForGood(name)
  const database = {
    name,
    client,
    size: await sizeOf(client),
    unchangedSince: await currentTransaction(client),
    relations: await readRelations(client),
    seeds: await seedsOf(client),
  }
  cloned.add(database)
  return database
}

/** Returns a connection. If it is lost, its next statement fails. */
async function connectForGood(database: string): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('postgres'), database })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  )
  return Number(rows[0]?.size)
}

/** Returns the rows of each table that has any, as JSON. */
export async function seedsOf(client: pg.Client): Promise<Map<string, string>> {
  const seeds = new Map<string, string>()
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ seed: string | null }>(
      `select json_agg(t)::text as seed from ${table} t`,
    )
    const seed = rows[0]?.seed
    if (typeof seed === 'string') seeds.set(table, seed)
  }
  return seeds
}

export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the tables that have or had rows: deleting from all tables would take 2 ms more. */
async function filledTablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  )
  return rows.map(({ name }) => name)
}

/** Returns false if the database could not be made equal to the template. */
async function empty(database: PooledDatabase): Promise<boolean> {
  const { name, client, relations, seeds } = database
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and pid <> all ($1::int[])`,
    [await keptBackends(name)],
  )
  const { isUnusable, isSchemaChanged, hasStatistics } = await changesOf(database)
  if (isUnusable) return false
  if (isSchemaChanged) {
    await dropOtherTables(client, relations)
    if ((await changesOf(database)).isSchemaChanged) return false
  }
  const tables = await filledTablesOf(client)
  // Switches triggers and foreign keys off.
  await client.query('set session_replication_role = replica')
  await client.query(tables.map((table) => `delete from ${table}`).join(';'))
  await insertSeeds(client, seeds)
  if (hasStatistics) {
    await resetStatistics(client, relations)
    database.unchangedSince = await currentTransaction(client)
  }
  return true
}

/** Inserts the rows of an emptied database again, and restarts its sequences. */
export async function insertSeeds(
  client: pg.Client,
  seeds: PooledDatabase['seeds'],
): Promise<void> {
  for (const [table, rows] of seeds) {
    await client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
      [rows],
    )
  }
  await client.query('select setval(seqrelid, seqstart, false) from pg_sequence')
}

/** Bytes by which a clone may grow: emptied tables keep their size, which slows later tests. */
const GROWTH_MAX = 8 * 2 ** 20

interface Changes {
  readonly isUnusable: boolean
  readonly isSchemaChanged: boolean
  readonly hasStatistics: boolean
}

async function changesOf(database: PooledDatabase): Promise<Changes> {
  const { client, size, unchangedSince, relations } = database
  const { rows } = await client.query<Changes>(
    `select ${IS_SCHEMA_CHANGED} as "isSchemaChanged",
       pg_database_size(current_database()) > $2
         or exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                    where d.datname = current_database())
         -- A table of the template was dropped, and perhaps made again.
         or exists (select from json_to_recordset($3) as known (oid bigint)
                    where not exists (select from pg_class c where c.oid::bigint = known.oid))
         as "isUnusable",
       exists (select from pg_class where relkind in ('r', 'p')
               and relnamespace = 'public'::regnamespace and reltuples <> -1) as "hasStatistics"`,
    [unchangedSince, size + GROWTH_MAX, relations],
  )
  return rows[0] ?? { isUnusable: true, isSchemaChanged: true, hasStatistics: true }
}

function onServer<T>(database: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ ...inject('postgres'), database }, act)
}
