import type { ConnectionTarget } from '../../src/db/mod.ts'
import { TRIGGER, TWO_PHASE } from '../../src/db/placement/placement.ts'
import { endKeptConnections } from './kept-connections.ts'
import { PARTNER_TABLES } from './partitioned.ts'
import { withClient } from './with-client.ts'

const REFERENCE_TABLES = ['partners', 'products', 'upstreams']

/**
 * Makes a database of one server look like one that `tessera distribute` has distributed, so that
 * it gets the statements for a distributed database. They mean the same on one server.
 */
export async function standInForCluster(target: ConnectionTarget): Promise<void> {
  if (!('host' in target)) throw new Error('tests run on a server of their own')
  await withClient(target, async (client) => {
    await client.query(`set allow_system_table_mods = on`)
    await client.query(CATALOGS)
    for (const [tables, place] of [
      [PARTNER_TABLES, "'h', 'partner_id', 's'"],
      [REFERENCE_TABLES, "'n', null, 't'"],
    ] as const) {
      for (const table of tables) {
        await client.query(`insert into pg_dist_partition values ('${table}', ${place})`)
      }
    }
    await client.query(TRIGGERS)
  })
  await endKeptConnections(target.database)
}

const CATALOGS = `
  create schema stand_in;
  do $$ begin
    execute format('alter database %I set search_path = public, stand_in', current_database());
  end $$;
  set search_path = public, stand_in;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  select 1000001, 'citus', 10, oid, false, '13.2' from pg_namespace where nspname = 'stand_in';
  create table stand_in.pg_dist_partition (
    logicalrelid regclass, partmethod text, partkey text, repmodel text,
    colocationid int default 1);
  create function stand_in.column_to_column_name(regclass, text) returns text
    language sql as 'select $2';
  create function stand_in.run_command_on_workers(text)
    returns table (nodename text, nodeport int, success boolean, result text)
    language sql as 'select null::text, null::int, null::boolean, null::text where false';
  create table ${TWO_PHASE} (never boolean)`

/** Triggers of the tables that only the coordinator has. */
const TRIGGERS = `
  create function stand_in.nothing() returns trigger language plpgsql as 'begin return null; end';
  do $$ declare name regclass; begin
    for name in select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and oid not in (select logicalrelid from pg_dist_partition)
    loop
      execute format('create trigger ${TRIGGER} before insert or update or delete on %s
        for each statement execute function stand_in.nothing()', name);
    end loop;
  end $$`
