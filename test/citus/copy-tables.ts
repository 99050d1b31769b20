import type { Database } from '../../src/db/mod.ts'

/** Copies the rows of all tables to an empty database with the same schema. */
export async function copyTables(from: Database, to: Database): Promise<void> {
  const { rows } = await to.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and not relispartition
       and relname not in ('server_life', 'migrations')`,
  )
  const client = await to.pool.connect()
  try {
    // Switches foreign keys off.
    await client.query('set session_replication_role = replica')
    for (const { name } of rows) {
      const { rows: found } = await from.pool.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${name} t`,
      )
      await client.query(`delete from ${name}`)
      await client.query(
        `insert into ${name} overriding system value
         select r.* from unnest($1::json[]) as one (row)
         cross join lateral json_populate_record(null::${name}, one.row) as r`,
        [found.map(({ row }) => row)],
      )
    }
  } finally {
    client.release(true)
  }
}
