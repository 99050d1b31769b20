import type pg from 'pg'

/**
 * Makes COMMIT on this connection wait until it is durable, whatever the server, database or role
 * sets by default, now or later: a session setting overrides them. Only `remote_apply` is stronger
 * than `on`, and stays. `local` and `remote_write` are weaker with synchronous standbys, and the
 * same without.
 *
 * Citus has no plan for most statements until it knows their values: on a distributed database,
 * PostgreSQL chooses between generic plans and others.
 */
const PIN_SESSION = `
  select exists (select from pg_extension where extname = 'citus') as "isDistributed",
    set_config('synchronous_commit',
      case current_setting('synchronous_commit')
        when 'remote_apply' then 'remote_apply' else 'on' end, false),
    set_config('plan_cache_mode',
      case when exists (select from pg_extension where extname = 'citus') then 'auto'
        else current_setting('plan_cache_mode') end, false)`

/** Returns whether the database has the extension Citus. */
export async function pinSession(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isDistributed: boolean }>(PIN_SESSION)
  return rows[0]?.isDistributed === true
}
