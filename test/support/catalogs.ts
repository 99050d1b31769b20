import type pg from 'pg'

/** Reads the tables and indexes of a database from the system catalogs, as JSON. */
export async function readRelations(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ relations: string }>(
    `select json_agg(relation)::text as relations from (
       select oid::bigint, relpages, reltuples, relallvisible, relallfrozen from pg_class
       where relnamespace = 'public'::regnamespace) as relation`,
  )
  return rows[0]?.relations ?? '[]'
}

/** Drops the tables that are not among these relations. */
export async function dropOtherTables(client: pg.Client, relations: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and oid::bigint not in (select oid from json_to_recordset($1) as known (oid bigint))`,
    [relations],
  )
  if (rows.length === 0) return
  await client.query(`drop table if exists ${rows.map(({ name }) => name).join(', ')} cascade`)
}

/** Resets the statistics of these relations: new ones would change the plans of later tests. */
export async function resetStatistics(client: pg.Client, relations: string): Promise<void> {
  await client.query(
    `delete from pg_statistic where starelid in (
       select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  )
  await client.query(
    `update pg_class c
     set relpages = known.relpages, reltuples = known.reltuples,
         relallvisible = known.relallvisible, relallfrozen = known.relallfrozen
     from json_to_recordset($1) as known (
       oid bigint, relpages integer, reltuples real, relallvisible integer, relallfrozen integer)
     where c.oid::bigint = known.oid
       and (c.relpages, c.reltuples) is distinct from (known.relpages, known.reltuples)`,
    [relations],
  )
}

/** An SQL condition: a row of the system catalogs was written since the transaction $1. */
export const IS_SCHEMA_CHANGED = `
  exists (
    select from (
      select xmin from pg_class union all select xmin from pg_attribute
      union all select xmin from pg_constraint union all select xmin from pg_index
      union all select xmin from pg_proc union all select xmin from pg_trigger
    ) as catalog
    where age(xmin) <= age($1::xid))`

/** Returns the id of a transaction after which only tests write to the catalogs. */
export async function currentTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select pg_current_xact_id()::xid::text as id`,
  )
  return rows[0]?.id ?? ''
}
