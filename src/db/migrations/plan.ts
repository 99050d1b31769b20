import type { PoolClient } from 'pg'
import type { ConnectionTarget } from '../db.ts'
import { missingOf, readApplied, withSession } from './migrate.ts'
import { readMigrations, type Migration, type MigrationKind } from './migration-files.ts'

/** The lock of a statement of a migration, and its duration. */
export interface PlannedStatement {
  /** Its first line. */
  readonly statement: string
  /** Who waits while it runs. */
  readonly lock: string
  readonly duration: string
}

export interface PlannedMigration {
  readonly name: string
  readonly kind: MigrationKind
  readonly statements: readonly PlannedStatement[]
}

interface Effect {
  readonly pattern: RegExp
  readonly lock: string
  /** `table`: it reads the whole table, `rows`: it depends on the rows that it changes. */
  readonly cost: 'instant' | 'table' | 'rows' | 'unknown'
}

const NOBODY = 'nobody waits'
const WRITERS = 'writers of the table wait'
const ALL = 'readers and writers of the table wait'

/** Constraints, with a name or without, that `alter table` checks for each row. */
const CHECKS_ROWS = 'add constraint|check|unique|primary key|references|exclude|set not null'

/** The locks are those of PostgreSQL's manual (13.3, and the page of each command). */
const EFFECTS: readonly Effect[] = [
  { pattern: /^create (unlogged )?table\b/i, lock: NOBODY, cost: 'instant' },
  { pattern: /^create (unique )?index concurrently\b/i, lock: NOBODY, cost: 'table' },
  { pattern: /^drop index concurrently\b/i, lock: NOBODY, cost: 'instant' },
  { pattern: /^create (unique )?index\b/i, lock: WRITERS, cost: 'table' },
  { pattern: /^create (constraint )?trigger\b/i, lock: WRITERS, cost: 'instant' },
  { pattern: /^drop (table|index|trigger)\b/i, lock: ALL, cost: 'instant' },
  { pattern: /^alter table \S+ set \(/i, lock: NOBODY, cost: 'instant' },
  { pattern: /^alter table\b.*\bvalidate constraint\b/is, lock: NOBODY, cost: 'table' },
  { pattern: /^alter table\b.*\bnot valid\b/is, lock: ALL, cost: 'instant' },
  {
    pattern: new RegExp(`^alter table\\b.*\\b(${CHECKS_ROWS})\\b`, 'is'),
    lock: ALL,
    cost: 'table',
  },
  {
    pattern: /^alter table\b.*\balter (column )?\w+ (set data )?type\b/is,
    lock: ALL,
    cost: 'table',
  },
  { pattern: /^alter table\b/i, lock: ALL, cost: 'instant' },
  {
    pattern: /^(insert|update|delete|with)\b/i,
    lock: 'writers of the same rows wait',
    cost: 'rows',
  },
  { pattern: /^(create|comment|drop) /i, lock: NOBODY, cost: 'instant' },
]
const UNKNOWN: Omit<Effect, 'pattern'> = { lock: 'not known', cost: 'unknown' }

/** Returns the migrations that the database does not have. Throws as `migrate` does. */
export async function planMigrations(
  target: ConnectionTarget,
  only?: readonly Migration[],
): Promise<PlannedMigration[]> {
  const migrations = only ?? (await readMigrations())
  return withSession(target, async (client) => {
    const { rows } = await client.query<{ table: string | null }>(
      `select to_regclass('migrations')::text as "table"`,
    )
    const applied = rows[0]?.table ? await readApplied(client) : []
    const planned: PlannedMigration[] = []
    for (const { name, kind, statements } of missingOf(applied, migrations)) {
      const effects: PlannedStatement[] = []
      for (const statement of statements) effects.push(await plan(client, statement))
      planned.push({ name, kind, statements: effects })
    }
    return planned
  })
}

async function plan(client: PoolClient, statement: string): Promise<PlannedStatement> {
  const { lock, cost } = EFFECTS.find(({ pattern }) => pattern.test(statement)) ?? UNKNOWN
  const [first = ''] = statement.split('\n')
  return { statement: first, lock, duration: await durationOf(client, statement, cost) }
}

async function durationOf(
  client: PoolClient,
  statement: string,
  cost: Effect['cost'],
): Promise<string> {
  if (cost === 'instant') return 'instant'
  if (cost === 'unknown') return 'not known'
  const size = await sizeOf(client, tableOf(statement))
  if (size === undefined) return 'instant: the table is new'
  return cost === 'table' ? `reads ${size}` : `the rows that it changes, among ${size}`
}

function tableOf(statement: string): string {
  const [, name = ''] =
    /\b(?:on|alter table|into|update|from)\s+(?:only\s+|if exists\s+)?"?(\w+)/i.exec(statement) ??
    []
  return name
}

async function sizeOf(client: PoolClient, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ count: number; size: string }>(
    `select greatest(reltuples, 0)::float8 as count, pg_size_pretty(pg_table_size(oid)) as size
     from pg_class where oid = to_regclass($1)`,
    [table],
  )
  const [row] = rows
  return row && `about ${row.count.toLocaleString('en')} rows (${row.size})`
}
