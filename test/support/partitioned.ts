import pg from 'pg'
import { onTestFinished } from 'vitest'
import { projectText } from '../architecture/sources.ts'
import { freshDatabase } from './database.ts'
import { nodesOf, type Plan } from './plans.ts'

/** The tables that have a partner in each of their keys. */
export const PARTNER_TABLES: readonly string[] = projectText('migrations/partner-tables.txt')
  .trimEnd()
  .split('\n')

/** A statement as it was sent for the first time. */
export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Gathers the statements that any connection sends, each text once, until the test ends. */
export function gatherStatements(): Map<string, SentStatement> {
  const gathered = new Map<string, SentStatement>()
  const client = pg.Client.prototype as { query(...sent: unknown[]): unknown }
  const { query } = client
  client.query = function (...sent) {
    const one = sentOf(sent)
    const isNew = !gathered.has(one.text) && STATEMENT.test(one.text)
    if (isNew && isOfService(this)) gathered.set(one.text, one)
    return query.apply(this, sent)
  }
  onTestFinished(() => void (client.query = query))
  return gathered
}

const STATEMENT = /^\s*(select|with|insert|update|delete)\b/

/** Connections of tests themselves have no name. */
function isOfService(client: object): boolean {
  const { application_name: name } = Reflect.get(client, 'connectionParameters') as {
    application_name?: string
  }
  return name === 'tessera'
}

function sentOf([first, values]: readonly unknown[]): SentStatement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(values) ? values : [] }
  const { text = '', values: parameters = [] } = first as { text?: string; values?: unknown[] }
  return { text, values: parameters }
}

const PARTITIONS = 4
const PARTITION = /_partition_(\d)$/

/** An empty database whose partner tables are partitioned by the hash of `partner_id`. */
export interface PartitionedDatabase {
  /**
   * Returns the number of partitions that a statement would read or change. In all tables, the rows
   * of one partner are in the partition of the same number.
   */
  partitionsOf(sent: SentStatement): Promise<number>
}

export async function partitionedDatabase(): Promise<PartitionedDatabase> {
  const database = await freshDatabase()
  const { pool } = database.db
  const client = await pool.connect()
  onTestFinished(async () => {
    client.release(true)
    await database.drop()
  })
  for (const table of PARTNER_TABLES) await client.query(partition(table))
  // Plans with the values of the parameters, as a distributed database does.
  await client.query('set plan_cache_mode = force_custom_plan')
  return {
    async partitionsOf({ text, values }) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${text}`,
        [...values],
      )
      const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
      const partitions = nodes.flatMap(
        (node) => PARTITION.exec(node['Relation Name'] ?? '')?.slice(1) ?? [],
      )
      return new Set(partitions).size
    },
  }
}

/**
 * Returns the statements that partition a table. The new table has no foreign keys, because the
 * server would check them by its own statements.
 */
function partition(table: string): string {
  const parts = Array.from(
    { length: PARTITIONS },
    (_, at) => `
      create table ${table}_partition_${at} partition of ${table}
      for values with (modulus ${PARTITIONS}, remainder ${at});`,
  )
  return `
    alter table ${table} rename to whole_${table};
    create table ${table} (like whole_${table} including all) partition by hash (partner_id);
    drop table whole_${table} cascade;
    ${parts.join('')}`
}
