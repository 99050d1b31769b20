import { setTimeout as pause } from 'node:timers/promises'
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { submitRows, type ConsumerWrite, type Row, type RowOutcome } from '../consumers/mod.ts'
import { invalidFields, Refusal, type FieldFault } from '../core/mod.ts'
import type { PartnerCall } from './call.ts'
import type { Context } from './context.ts'
import { faultResponse, refusalResponse } from './dialects.ts'
import { FaultOnPurpose } from './fault-on-purpose.ts'
import { jsonOf } from './responses/json-writer.ts'
import { okJson, type RouteResponse } from './response.ts'
import { ROWS_OF_REQUEST } from './limits/request-limit.ts'
import { route, type Operation, type Route, type RouteName } from './route.ts'
import { compileBody } from './schema.ts'
import { ERROR_BODIES } from './shapes/error-bodies.ts'
import { Whole } from './shapes/field.ts'
import { fields } from './shapes/fields.ts'
import { choiceOf } from './shapes/one-of.ts'
import { trialOfRow, type RowTrial } from './trial.ts'

const ROWS_MAX = 1_000

const MODE = { atomic: 'all rows or none' } as const

interface Rows<Shape extends TSchema, Result> extends Pick<
  Operation,
  'operationId' | 'summary' | 'description'
> {
  /** The name of the shape of the body. */
  readonly title: string
  /** The field of the body that has the rows. */
  readonly list: string
  /** The route that handles a single row. */
  readonly single: Route
  /** The body of `single`, with the ids of its path. */
  readonly row: Shape
  /** The field that no two rows may share. */
  readonly key?: string
  /** Refuses as `single` does before its write. */
  write(row: Static<Shape>, of: RowOf): ConsumerWrite<Result>
  /** Returns the body of `single`. */
  bodyOf(result: Result): object
}

interface RowOf extends Pick<Context, 'vault'> {
  readonly partnerId: number
  readonly clientId: string
  readonly simulateNoFunds: boolean
}

/**
 * Defines a route that handles up to `ROWS_MAX` requests of another route in one commit, in their
 * order. Each row gets the status and body that the other route would respond with. If the rows are
 * atomic and one is refused, all are refused, with the status of the first refused row and the
 * faults of all.
 */
export function rowsRoute<Shape extends TObject, Result>(
  name: RouteName,
  rows: Rows<Shape, Result>,
): Route {
  const { list, single, row } = rows
  if (single.access.to !== 'partner') throw new Error(`${single.name} is not for partners`)
  const mode = Type.Optional(choiceOf('Mode of the rows; without it, each by itself', MODE))
  const bounds = { minItems: 1, maxItems: ROWS_MAX }
  const read = rowReader(rows)
  return route(name, {
    operationId: rows.operationId,
    summary: rows.summary,
    description: `${rows.description} ${ABOUT_ROWS}`,
    rowsAt: list,
    refuses: single.operation.refuses ?? [],
    permission: single.access.permission,
    body: Type.Object({ [list]: Type.Array(Type.Object({}), bounds), mode }),
    documentedBody: Type.Object(
      { [list]: Type.Array(row, { ...bounds, description: 'The rows, done in this order' }), mode },
      { title: rows.title },
    ),
    documentedResponse: resultsOf(single, rows.title),
    async handle(call, context) {
      const entries = call.body[list] as readonly object[]
      if (rows.key !== undefined) requireDistinct(list, rows.key, entries)
      const prepared = entries.map((one) => read(one, call, context))
      const isAtomic = call.body.mode === 'atomic'
      const outcomes = await submitRows(
        context.ledger,
        call.partnerId,
        prepared.map(({ write }) => write),
        { list, isAtomic },
      )
      const slowMs = Math.max(...prepared.map((one) => one.slowMs))
      if (slowMs > 0) await pause(slowMs, undefined, { ref: false })
      return respond(outcomes, rows, { context, isTest: call.credential.isTest })
    },
  })
}

const ABOUT_ROWS =
  'Each row is a request of its own: it has the status and body that it would get alone, after ' +
  `the rows before it. Every ${ROWS_OF_REQUEST} rows count as a request against the rate limit. ` +
  'With `mode: "atomic"`, the response is 200 only if every row succeeds; otherwise nothing is ' +
  'done, the status is that of the first refused row, and `details` names the faults of all rows.'

function resultsOf({ response, operation }: Route, title: string): TSchema {
  const body = Type.Union(
    [operation.documentedResponse ?? response ?? Type.Object({}), ERROR_BODIES['partner-v1']],
    { description: 'The body that the row would get alone' },
  )
  const result = Type.Object(
    { status: Whole('The status that the row would get alone'), body },
    { title: `${title}Result` },
  )
  const results = Type.Array(result, {
    description: 'Result of each row, in the order of the rows',
  })
  const data = Type.Object({ results }, { description: 'The results of the rows' })
  return Type.Object({ success: fields.success, data })
}

interface PreparedRow<Result> extends Pick<RowTrial, 'slowMs'> {
  readonly write: Row<Result>
}

/** Returns a function that reads a row as its own route would. */
function rowReader<Shape extends TSchema, Result>({ row, single, write }: Rows<Shape, Result>) {
  const check = compileBody(row)
  return (
    sentRow: object,
    { partnerId, credential }: PartnerCall<unknown, unknown, unknown>,
    { vault }: Context,
  ): PreparedRow<Result> => {
    try {
      if (sentRow instanceof Refusal) throw sentRow
      const body = check.read(sentRow)
      const { simulateNoFunds, slowMs } = trialOfRow(single, { credential, body })
      const { clientId } = credential
      return { write: write(body, { partnerId, clientId, simulateNoFunds, vault }), slowMs }
    } catch (error) {
      if (error instanceof Refusal || error instanceof FaultOnPurpose) {
        return { write: error, slowMs: 0 }
      }
      throw error
    }
  }
}

/** Refuses invalid_request if rows share a key, naming all of them. */
export function requireDistinct(list: string, key: string, rows: readonly object[]): void {
  const seen = new Map<string, number>()
  const faults = new Map<number, FieldFault>()
  const path = (at: number): string => `${list}[${at}].${key}`
  for (const [at, row] of rows.entries()) {
    const value: unknown = Reflect.get(row, key)
    if (typeof value !== 'string') continue
    const first = seen.get(value)
    if (first === undefined) seen.set(value, at)
    else {
      if (!faults.has(first)) {
        faults.set(first, { field: path(first), message: `is also that of ${list}[${at}]` })
      }
      faults.set(at, { field: path(at), message: `is also that of ${list}[${first}]` })
    }
  }
  if (faults.size > 0) throw invalidFields('invalid_request', [...faults.values()])
}

/** Returns the response, which has for each row exactly the bytes that it would have got alone. */
function respond<Result>(
  outcomes: readonly RowOutcome<Result>[],
  { single, bodyOf }: Pick<Rows<TSchema, Result>, 'single' | 'bodyOf'>,
  { context, isTest }: { readonly context: Context; readonly isTest: boolean },
): RouteResponse<never> {
  const { metrics, config } = context
  const shape = single.response ?? {}
  const results = outcomes.map((outcome) => {
    if ('result' in outcome) return `{"status":200,"body":${jsonOf(shape, bodyOf(outcome.result))}}`
    const { error } = outcome
    if (error instanceof Refusal && !isTest) metrics.refused(error.kind)
    const { status, body } =
      error instanceof Refusal
        ? refusalResponse('partner-v1', error, config.publicUrl)
        : faultResponse('partner-v1', config.publicUrl)
    return JSON.stringify({ status, body })
  })
  return okJson(`{"success":true,"data":{"results":[${results.join(',')}]}}`)
}
