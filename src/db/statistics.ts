import { repeat, type Repeated } from '../core/mod.ts'
import type { Database } from './db.ts'
import { sql, type Statement } from './sql.ts'

const LOOK_MS = 500
/** Smaller tables are read in no time, whatever the plan. */
const BYTES_MIN = 65_536
const GROWTH = 4

/**
 * Has the planner look at tables as soon as they have grown manifold since it last did. Plans are
 * made once and kept, and on a new database they are made when the tables are empty and one index
 * is as good as another: they would read a partner's rows whole until autovacuum comes by, which
 * takes up to a minute. The second ten thousand orders of a database took eight times as long.
 */
export function keepStatistics(db: Database, onFault: (error: unknown) => void): Repeated {
  return repeat(() => analyzeGrown(db), LOOK_MS, onFault)
}

/** Each table by itself; what another process analyses at the same time is waited for. */
async function analyzeGrown(db: Database): Promise<void> {
  for (const { name } of await db.rows(grownTables())) {
    await db.rows(sql`analyze ${sql.quoted(name)}`)
  }
}

function grownTables(): Statement<{ name: string }> {
  return sql`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where n.nspname = current_schema() and relkind = 'r' and pg_has_role(relowner, 'USAGE')
      and pg_relation_size(pg_class.oid) > greatest(
        ${BYTES_MIN}::bigint, ${GROWTH} * relpages::bigint * current_setting('block_size')::bigint)
    order by relname`
}
