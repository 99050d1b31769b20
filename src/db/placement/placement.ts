import { readFile } from 'node:fs/promises'
import { PROJECT } from '../../core/mod.ts'
import { sql, type Statement } from '../sql.ts'

/**
 * Where the rows of a table are on a database that is distributed by Citus:
 *
 *   distributed   the rows of a partner on one node, the same one for all such tables
 *   reference     all rows on every node, for tables that statements join with distributed ones
 *   coordinator   all rows on the coordinator, in a table unknown to Citus
 *   new           as `coordinator`, but without the trigger that makes commits two-phase
 *   other         Citus has the table in another place
 */
export type Place = 'distributed' | 'reference' | 'coordinator' | 'new' | 'other'

/** Where a table is, and where it belongs. */
export interface Placement {
  readonly table: string
  readonly is: Place
  readonly belongs: Place
}

const PARTNER_TABLES = new URL('migrations/partner-tables.txt', PROJECT)

/** Tables that change rarely. */
const REFERENCE_TABLES: readonly string[] = ['partners', 'products', 'upstreams']

/** Tables that no transaction writes together with others. */
const WRITTEN_ALONE: readonly string[] = [
  'migrations',
  'request_blocks',
  'request_nonces',
  'requests',
  'server_life',
]

/**
 * An empty table that Citus knows. A write to it, even of no row, makes the transaction commit in
 * two phases. Otherwise Citus would commit on a single node before the coordinator, and writes on
 * the coordinator could be lost.
 */
export const TWO_PHASE = 'two_phase_commits'

/** The trigger that does so, on the tables of the coordinator. */
export const TRIGGER = 'commits_in_two_phases'

export async function partnerTables(): Promise<readonly string[]> {
  return (await readFile(PARTNER_TABLES, 'utf8')).trimEnd().split('\n')
}

/** Returns each table of a database, `books` first: the others are colocated with it. */
export function placements(partners: readonly string[]): Statement<Placement> {
  return sql`
    select c.relname as "table",
      case
        when c.relname = any(${[...WRITTEN_ALONE, TWO_PHASE]}::text[]) then 'coordinator'
        when p.logicalrelid is null and exists (
          select from pg_trigger t where t.tgrelid = c.oid and t.tgname = ${TRIGGER})
          then 'coordinator'
        when p.logicalrelid is null then 'new'
        when p.partmethod = 'n' and p.repmodel = 't' then 'reference'
        when p.partmethod = 'h' and p.colocationid = books.colocationid
          and column_to_column_name(p.logicalrelid, p.partkey) = 'partner_id' then 'distributed'
        else 'other' end as "is",
      case
        when c.relname = any(${partners}::text[]) then 'distributed'
        when c.relname = any(${REFERENCE_TABLES}::text[]) then 'reference'
        else 'coordinator' end as belongs
    from pg_class c
    left join pg_dist_partition p on p.logicalrelid = c.oid
    left join pg_dist_partition books on books.logicalrelid = to_regclass('books')
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
    order by c.relname <> 'books', c.relname`
}
