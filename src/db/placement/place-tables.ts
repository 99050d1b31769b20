import type { PoolClient } from 'pg'
import { compile } from '../sql.ts'
import {
  partnerTables,
  placements,
  TRIGGER,
  TWO_PHASE,
  type Place,
  type Placement,
} from './placement.ts'

/** The numbers of tables that were placed, by their present place. */
export type PlacedTables = Readonly<Record<'distributed' | 'reference' | 'coordinator', number>>

/** The default number of shards that the partners are divided into. */
const SHARDS = 32

/** Returns true if `distribute` was ever run on the database. */
export async function isDistributed(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_distributed: boolean }>(
    `select to_regclass($1) is not null as is_distributed`,
    [TWO_PHASE],
  )
  return rows[0]?.is_distributed === true
}

/**
 * Moves the tables to where they belong. `shards` counts only when the database is first
 * distributed.
 */
export async function placeTables(client: PoolClient, shards = SHARDS): Promise<PlacedTables> {
  const { text, values = [] } = compile(placements(await partnerTables()))
  const { rows } = await client.query<Placement>(text, [...values])
  const misplaced = rows.filter(({ is, belongs }) => is !== belongs)
  const other = misplaced.find(({ is }) => is !== 'new')
  if (other) throw new Error(`the table ${other.table} is distributed in another way`)
  if (misplaced.length > 0) {
    await client.query('begin')
    try {
      await place(client, misplaced, shards)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  const count = (destination: Place): number =>
    misplaced.filter(({ belongs }) => belongs === destination).length
  return {
    distributed: count('distributed'),
    reference: count('reference'),
    coordinator: count('coordinator'),
  }
}

async function place(
  client: PoolClient,
  tables: readonly Placement[],
  shards: number,
): Promise<void> {
  // Tables that refer to each other are changed over one connection to each node.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  await client.query(`set local citus.enable_local_reference_table_foreign_keys = off`)
  await client.query('set local client_min_messages = warning')
  await client.query(`select set_config('citus.shard_count', $1, true)`, [String(shards)])
  for (const statement of TWO_PHASES) await client.query(statement)
  // Citus cannot convert a table to which foreign keys refer.
  const keys = await dropForeignKeys(client, tables)
  for (const { table, belongs } of tables) {
    if (belongs === 'reference') {
      await client.query('select create_reference_table($1)', [table])
    } else if (belongs === 'coordinator') {
      await client.query(`
        create trigger ${TRIGGER} before insert or update or delete on ${table}
        for each statement execute function ${TRIGGER}()`)
    }
  }
  for (const { table, belongs } of tables) {
    if (belongs !== 'distributed') continue
    const group = table === 'books' ? 'none' : 'books'
    await client.query(`select create_distributed_table($1, 'partner_id', colocate_with => $2)`, [
      table,
      group,
    ])
  }
  await addForeignKeys(client, keys)
}

const TWO_PHASES: readonly string[] = [
  `create table if not exists ${TWO_PHASE} (never boolean primary key check (never is null))`,
  `select citus_add_local_table_to_metadata('${TWO_PHASE}')
   where not exists (
     select from pg_dist_partition where logicalrelid = '${TWO_PHASE}'::regclass)`,
  // Touches TWO_PHASE once in each transaction.
  `create or replace function ${TRIGGER}() returns trigger language plpgsql as $$
   begin
     if current_setting('tessera.${TRIGGER}', true) is distinct from 'on' then
       delete from ${TWO_PHASE} where never;
       perform set_config('tessera.${TRIGGER}', 'on', true);
     end if;
     return null;
   end $$`,
]

interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly definition: string
}

/** Drops the foreign keys from or to these tables, and returns them. */
async function dropForeignKeys(
  client: PoolClient,
  tables: readonly Placement[],
): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to",
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
      and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
    order by conrelid::regclass::text, conname`,
    [tables.map(({ table }) => table)],
  )
  for (const { name, from } of rows) {
    await client.query(`alter table ${from} drop constraint ${name}`)
  }
  return rows
}

/**
 * Adds the foreign keys again, except those between tables of the coordinator and reference tables,
 * which Citus does not support.
 */
async function addForeignKeys(client: PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition`,
  )
  const tables = new Set(rows.map(({ name }) => name))
  for (const { name, from, to, definition } of keys) {
    if (tables.has(from) !== tables.has(to)) continue
    await client.query(`alter table ${from} add constraint ${name} ${definition}`)
  }
}
