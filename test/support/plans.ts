import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { emptiesDatabases, isGrown } from './database-pool.ts'

export interface Plan {
  readonly 'Node Type'?: string
  readonly 'Relation Name'?: string
  readonly 'Join Filter'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/**
 * Returns all nodes of the generic plan of a statement with parameters. Throws unless the file of
 * the test has called `useSmallDatabases`.
 */
export async function planNodes({ pool }: Database, text: string): Promise<Plan[]> {
  if (isGrown(pool.options.database)) throw new Error('plans are read in small databases')
  const explain = `explain (generic_plan, format json) ${text}`
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
  const [first] = rows
  if (!first) throw new Error('no plan')
  return nodesOf(first['QUERY PLAN'][0].Plan)
}

/** Returns the names of the indexes that the plan uses. */
export function indexesOf(plan: readonly Plan[]): Set<string> {
  return new Set(plan.flatMap((node) => node['Index Name'] ?? []))
}

export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Returns the texts that connections send from now on, except those of the tests. */
export function recordStatements(): Set<string> {
  const texts = new Set<string>()
  const client = pg.Client.prototype as { query(...sent: unknown[]): unknown }
  const { query } = client
  client.query = function (this: pg.Client, ...sent) {
    if (emptiesDatabases(this)) return query.apply(this, sent)
    const [first] = sent
    const text = typeof first === 'string' ? first : (first as pg.QueryConfig).text
    if (/^\s*(select|with|insert|update|delete)\b/.test(text)) texts.add(text)
    return query.apply(this, sent)
  }
  onTestFinished(() => void (client.query = query))
  return texts
}
