import type { QueryConfig } from 'pg'
import { arrayText, type Element } from './array-text.ts'

/**
 * A statement or a part of one: texts with a parameter or a nested statement between each two.
 * `Row` is the type of the rows that it returns.
 */
export class Statement<Row> {
  readonly texts: readonly string[]
  readonly parts: readonly unknown[]
  /** Exists in the type only. */
  declare readonly row: Row

  constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.texts = texts
    this.parts = parts
  }
}

/**
 * Returns the statement of a template. Values become parameters, statements become parts. `compile`
 * throws for a value that the driver cannot send; see `valueOf`.
 */
export function sql<Row = unknown>(
  texts: TemplateStringsArray,
  ...parts: unknown[]
): Statement<Row> {
  return new Statement(texts, parts)
}

/** Returns text that is inserted as it is. Never use it for input. */
sql.raw = (text: string): Statement<never> => new Statement([text], [])

/** Returns a quoted identifier. */
sql.quoted = (name: string): Statement<never> => sql.raw(`"${name.replaceAll('"', '""')}"`)

/** The statements for Citus. Several of them run one after the other, in one transaction. */
type DistributedStatements<Row> = Statement<Row> | readonly Statement<Row>[]

/** A statement that `query` has returned for these arguments. */
class TwinnedStatement<Row> extends Statement<Row> {
  readonly query: object
  readonly queryName: string
  readonly args: readonly unknown[]

  constructor(
    plain: Statement<Row>,
    call: { readonly query: object; readonly name: string; readonly args: readonly unknown[] },
  ) {
    super(plain.texts, plain.parts)
    this.query = call.query
    this.queryName = call.name
    this.args = call.args
  }
}

/**
 * Returns `plain`, a function that returns a statement. A distributed database is sent the twin of
 * the statement instead: what the function returns that `addTwin` has registered.
 */
export function twinned<Args extends readonly unknown[], Row>(
  name: string,
  plain: (...args: Args) => Statement<Row>,
): (...args: Args) => Statement<Row> {
  const query = (...args: Args): Statement<Row> =>
    new TwinnedStatement(plain(...args), { query, name, args })
  return query
}

/** By the function that `twinned` has returned. */
const twins = new Map<object, (args: readonly unknown[]) => DistributedStatements<unknown>>()

/** Registers the twin of the statements that `query` returns, a function of `twinned`. */
export function addTwin<Args extends readonly unknown[], Row>(
  query: (...args: Args) => Statement<Row>,
  twin: (...args: Args) => DistributedStatements<Row>,
): void {
  twins.set(query, (args) => twin(...(args as Args)))
}

/** Returns the statements to send to a distributed database. */
export function distributedOf(statement: Statement<unknown>): readonly Statement<unknown>[] {
  if (statement instanceof TwinnedStatement) {
    const twin = twins.get(statement.query)
    if (twin === undefined) throw new TypeError(`src/distribution lacks ${statement.queryName}`)
    const sent = twin(statement.args)
    return (sent instanceof Statement ? [sent] : sent).flatMap(distributedOf)
  }
  if (!statement.parts.some((part) => part instanceof Statement)) return [statement]
  return [new Statement(statement.texts, statement.parts.map(distributedPart))]
}

function distributedPart(part: unknown): unknown {
  if (!(part instanceof Statement)) return part
  const [only, ...others] = distributedOf(part)
  if (only === undefined || others.length > 0) throw new TypeError('a part is one statement')
  return only
}

/** The text of a statement. Each connection prepares it once under this name. */
interface PreparedText {
  readonly name: string
  readonly text: string
}

/**
 * A trie that finds the prepared text of a statement. Its keys are the parts in order: the texts of
 * each template, which are the same object at each evaluation, and a mark for each parameter. At
 * most a few hundred exist. Building the text of a large statement takes 6 to 10 µs.
 */
class Shape {
  readonly #followers = new WeakMap<object, Shape>()
  prepared: PreparedText | undefined

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

/** Returns a statement in the form that the driver sends. */
export function compile(statement: Statement<unknown>): QueryConfig {
  const values: unknown[] = []
  const shape = followShape(beginning, statement, values)
  const { name, text } = (shape.prepared ??= prepare(statement))
  return { name, text, values }
}

/** Returns the shape of a statement, and appends its values in the order of their parameters. */
function followShape(from: Shape, { texts, parts }: Statement<unknown>, values: unknown[]): Shape {
  let shape = from.followedBy(texts)
  for (const part of parts) {
    if (part instanceof Statement) {
      shape = followShape(shape, part, values)
    } else {
      values.push(valueOf(part))
      shape = shape.followedBy(PARAMETER)
    }
  }
  return shape
}

function prepare(statement: Statement<unknown>): PreparedText {
  const { text } = writeText(statement, 0)
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { name, text }
}

/**
 * Returns the text of a statement whose parameters are numbered after `count`, and the new count.
 */
function writeText(
  { texts, parts }: Statement<unknown>,
  parameters: number,
): { text: string; parameters: number } {
  let count = parameters
  let text = texts[0] ?? ''
  parts.forEach((part, at) => {
    if (part instanceof Statement) {
      const inner = writeText(part, count)
      text += inner.text
      count = inner.parameters
    } else {
      count += 1
      text += `$${count}`
    }
    text += texts[at + 1] ?? ''
  })
  return { text, parameters: count }
}

/**
 * Returns a parameter in the form that the driver sends. Throws if the driver would have to guess
 * its type.
 */
function valueOf(parameter: unknown): unknown {
  if (Array.isArray(parameter)) return arrayText(parameter as Element[])
  if (parameter === null || typeof parameter !== 'object') return parameter
  if (parameter instanceof Uint8Array) return parameter
  // The driver also formats years that have no four digits in ISO 8601.
  if (parameter instanceof Date && !Number.isNaN(parameter.getTime())) return parameter
  throw new TypeError('a parameter of a statement is text, a number, a date, bytes or an array')
}
