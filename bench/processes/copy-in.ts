import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

/**
 * The message that reads rows into memory. The process responds `ready`, and copies at each `go`.
 */
export interface CopyOrder {
  readonly target: pg.PoolConfig
  /** The schema in which the empty copies of the tables are made. */
  readonly schema: string
  readonly sources: readonly CopySource[]
}

/** Rows of a table of the service. */
export interface CopySource {
  readonly table: string
  /** A condition on them, in SQL. */
  readonly where: string
}

export interface CopyReport {
  readonly seconds: number
  readonly rows: number
  readonly bytes: number
}

interface Rows {
  /** The name of the copy of a table, with its schema. */
  readonly table: string
  readonly chunks: readonly Buffer[]
}

let prepared: { readonly client: pg.Client; readonly tables: readonly Rows[] } | undefined

/**
 * The fastest way into PostgreSQL: binary COPY, in one transaction, of rows in memory, into empty
 * copies of their tables with the same indexes and checks.
 */
process.on('message', (message: CopyOrder | 'go') => {
  void (message === 'go' ? copy() : prepare(message)).then((answer) => process.send?.(answer))
})

async function prepare({ target, schema, sources }: CopyOrder): Promise<{ ready: true }> {
  await prepared?.client.end()
  const client = new pg.Client(target)
  await client.connect()
  await client.query(`drop schema if exists ${schema} cascade`)
  await client.query(`create schema ${schema}`)
  const tables: Rows[] = []
  for (const { table, where } of sources) {
    const twin = `${schema}.${table}`
    await client.query(`create table ${twin} (like public.${table} including all)`)
    const rows = `select * from public.${table} where ${where}`
    const chunks: Buffer[] = []
    const out = client.query(to(`copy (${rows}) to stdout (format binary)`))
    for await (const chunk of out) chunks.push(chunk as Buffer)
    tables.push({ table: twin, chunks })
  }
  prepared = { client, tables }
  return { ready: true }
}

async function copy(): Promise<{ report: CopyReport }> {
  if (!prepared) throw new Error('nothing was prepared')
  const { client, tables } = prepared
  for (const { table } of tables) await client.query(`truncate ${table}`)
  let rows = 0
  const began = performance.now()
  await client.query('begin')
  for (const { table, chunks } of tables) {
    const into = client.query(from(`copy ${table} from stdin (format binary)`))
    await pipeline(Readable.from(chunks), into)
    rows += into.rowCount
  }
  await client.query('commit')
  const seconds = (performance.now() - began) / 1_000
  const bytes = tables.flatMap(({ chunks }) => chunks).reduce((sum, one) => sum + one.length, 0)
  return { report: { seconds, rows, bytes } }
}
