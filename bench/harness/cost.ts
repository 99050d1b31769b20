import { setTimeout as pause } from 'node:timers/promises'
import { perOperation } from './load.ts'
import type { BenchService } from './service.ts'

/** The cost of one operation, whatever other work the machine does meanwhile. */
export interface Cost {
  /** CPU microseconds. */
  readonly service: number
  readonly postgres: number
  /** Bytes of write-ahead log, and rows that were inserted. */
  readonly log: number
  readonly rows: number
}

export const COSTS = ['service', 'postgres', 'log', 'rows'] as const

/**
 * After this time, the request log is written, and PostgreSQL has published the counts of its
 * sessions.
 */
const SETTLED_MS = 1_500

/** Runs `count` operations. Returns the cost of one. */
export async function costOf<Result>(
  service: BenchService,
  count: number,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cost: Cost }> {
  await pause(SETTLED_MS)
  const before = { ...service.cpu(), ...(await countersOf(service)) }
  const result = await run()
  await pause(SETTLED_MS)
  const after = { ...service.cpu(), ...(await countersOf(service)) }
  const cpu = perOperation(before, after, count)
  return {
    result,
    cost: {
      service: cpu['service'] ?? Number.NaN,
      postgres: cpu['postgres'] ?? Number.NaN,
      log: (after.log - before.log) / count,
      rows: (after.rows - before.rows) / count,
    },
  }
}

async function countersOf({ db }: BenchService): Promise<{ log: number; rows: number }> {
  const { rows } = await db.query<{ log: number; rows: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as log,
            tup_inserted::float8 as rows
     from pg_stat_database where datname = current_database()`,
  )
  const [counters] = rows
  if (!counters) throw new Error('a database has counters')
  return counters
}
