import type pg from 'pg'

/** In milliseconds; 0 for none. */
export interface SessionTimeouts {
  readonly statementMs: number
  /** The longest pause of a transaction between two statements. */
  readonly idleMs: number
}

/**
 * Statements look rows up by key, and are prepared while tables are small. Without these settings
 * they would keep scanning a table, or a partner's share of it, long after it has grown. Parallel
 * workers are off. Each statement sees earlier commits, whatever the database's default is. The
 * server ends the session of a client that has vanished, and releases its locks.
 */
const SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  timezone: 'UTC',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  default_transaction_isolation: 'read committed',
  tcp_keepalives_idle: '3',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '6000',
  client_connection_check_interval: '2000',
}

/**
 * Gives the session of this connection its settings, whatever the server, database, role or
 * `DATABASE_URL` sets by default, now or later: a session setting overrides them. They are not sent
 * as startup parameters, because PgBouncer refuses those.
 *
 * COMMIT waits until it is durable. Only `remote_apply` is stronger than `on`, so it is left as it
 * is. `local` and `remote_write` are weaker with synchronous standbys, and the same without.
 *
 * Citus has no plan for most statements until it knows their values: on a distributed database,
 * PostgreSQL chooses between generic plans and others.
 */
const PIN_SESSION = `
  select is_distributed as "isDistributed",
    set_config('synchronous_commit',
      case current_setting('synchronous_commit')
        when 'remote_apply' then 'remote_apply' else 'on' end, false),
    set_config('plan_cache_mode',
      case when is_distributed then 'auto' else 'force_generic_plan' end, false),
    (select count(set_config(name, value, false)) from unnest($1::text[], $2::text[])
       as setting (name, value))
  from (select exists (select from pg_extension where extname = 'citus') as is_distributed) as ours`

/** Sets the settings of a session. Returns true if the database has the extension Citus. */
export async function pinSession(
  client: pg.ClientBase,
  { statementMs, idleMs }: SessionTimeouts,
): Promise<boolean> {
  const settings = {
    ...SETTINGS,
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleMs),
  }
  const values = [Object.keys(settings), Object.values(settings)]
  const { rows } = await client.query<{ isDistributed: boolean }>(PIN_SESSION, values)
  return rows[0]?.isDistributed === true
}
