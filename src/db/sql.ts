import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import type { QueryConfig } from 'pg'
import { arrayText, type Element } from './array-text.ts'

export { sql } from 'kysely'

/** One statement with its parameters, and the shape of the rows it answers. */
export type Statement<Row> = RawBuilder<Row>

/** Compiles only; it never connects. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Statement texts are literals of the source, so there are a few hundred of them at most; each is
 * prepared once per connection under its number.
 */
const names = new Map<string, string>()

export function compile(statement: Statement<unknown>): QueryConfig {
  const { sql: text, parameters } = statement.compile(compiler)
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { name, text, values: parameters.map(valueOf) }
}

/** Throws for what the driver would have to guess at, and might fail at when it is sent. */
function valueOf(parameter: unknown): unknown {
  if (Array.isArray(parameter)) return arrayText(parameter as Element[])
  if (parameter === null || typeof parameter !== 'object') return parameter
  if (parameter instanceof Uint8Array) return parameter
  // The driver writes years that ISO 8601 has no four digits for.
  if (parameter instanceof Date && !Number.isNaN(parameter.getTime())) return parameter
  throw new TypeError('a parameter of a statement is text, a number, a date, bytes or an array')
}
