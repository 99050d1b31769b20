import type { Database } from '../../../src/db/mod.ts'
import type { Json } from '../../support/client.ts'

/** Tables that workers write without a request. */
const WRITTEN_BY_WORKERS = [
  'alert_deliveries',
  'alerts',
  'audit_checks',
  'audit_days',
  'audit_links',
  'audit_outbox',
  'audit_signing_key',
  'stock_levels',
  'funds_levels',
  'order_outbox',
  'event_outbox',
  'feeds',
  'events',
  'supplier_accounts',
  'supplier_mirrors',
  'supplier_listings',
  'supplier_listings_read',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'user_sessions',
]

/**
 * Returns the number of rows of each table, and a digest of them. Leaves out the request log, the
 * last uses of credentials, and what workers write without a request. Some of the tables left out
 * also have writes of operators, such as alerts: the audit log shows those.
 */
export async function contents(db: Database, excluded: readonly string[] = []): Promise<Json> {
  const key = excluded.join()
  const query = QUERIES.get(key) ?? {
    // The statement has a name, so that a connection plans it once: it reads every table.
    name: `contents ${QUERIES.size}`,
    text: await contentsQuery(db, excluded),
  }
  QUERIES.set(key, query)
  return (await db.pool.query(query)).rows
}

/** The statements, by the tables that they leave out. */
const QUERIES = new Map<string, { readonly name: string; readonly text: string }>()

async function contentsQuery({ pool }: Database, excluded: readonly string[]): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1::text[])
       and table_name not like 'request%'`,
    [[...WRITTEN_BY_WORKERS, 'credential_uses', ...excluded]],
  )
  return `${tables
    .map(
      ({ name }) => `select '${name}' as name, count(*) as rows,
        md5(string_agg(t::text, ' ' order by t::text)) as digest from ${name} t`,
    )
    .join(' union all ')} order by name`
}
