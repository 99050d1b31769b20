import assert from 'node:assert/strict'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  RawNode,
  ValueNode,
  type OperationNode,
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

/** What one statement of the source comes to. Prepared once per connection under its name. */
interface Prepared {
  readonly name: string
  readonly text: string
}

/**
 * Statements by what they are made of, in order: the literals of each template, which are the same
 * object whenever it is written, and a mark for each parameter. There are a few hundred of them at
 * most. To put the same text together anew takes kysely 6 to 10 µs for a large one, each time.
 */
class Shape {
  readonly #followers = new WeakMap<object, Shape>()
  prepared: Prepared | undefined

  followedBy(part: object): Shape {
    let next = this.#followers.get(part)
    if (next === undefined) {
      next = new Shape()
      this.#followers.set(part, next)
    }
    return next
  }
}

const PARAMETER = {}
const beginning = new Shape()
const names = new Map<string, string>()

export function compile(statement: Statement<unknown>): QueryConfig {
  const values: unknown[] = []
  const shape = followShape(beginning, statement.toOperationNode(), values)
  const { name, text } = (shape.prepared ??= prepare(statement, values.length))
  return { name, text, values }
}

/** Takes the values along in the order of their parameters. */
function followShape(from: Shape, node: OperationNode, values: unknown[]): Shape {
  if (ValueNode.is(node) && node.immediate !== true) {
    values.push(valueOf(node.value))
    return from.followedBy(PARAMETER)
  }
  if (!RawNode.is(node)) return from.followedBy(node)
  let shape = from.followedBy(node.sqlFragments)
  for (const parameter of node.parameters) shape = followShape(shape, parameter, values)
  return shape
}

function prepare(statement: Statement<unknown>, valueCount: number): Prepared {
  const { sql: text, parameters } = statement.compile(compiler)
  assert(parameters.length === valueCount, 'statements are made of templates and values alone')
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { name, text }
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
