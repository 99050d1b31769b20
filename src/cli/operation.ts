import { once } from 'node:events'
import type { Command } from 'commander'
import { randomUUID } from '../core/mod.ts'
import { operatorConnection } from './connection.ts'
import { ApiFailure, CommandFailure, EXIT_FAILURE, UsageFailure } from './failure.ts'
import { asJson, show, type Build, type Invocation } from './invocation.ts'
import type { JsonValue } from './json.ts'
import {
  callOperator,
  downloadAsOperator,
  type OperatorRequest,
  type OperatorResponse,
} from './operator-api.ts'
import { completeIds, offerFields, readFields, type FieldSpec } from './operation-fields.ts'
import {
  operationOf,
  requestOf,
  type BodyOf,
  type FieldName,
  type OperationInput,
  type OperationId,
  type RowName,
} from './operation-table.ts'
import { record, tableOf, type Column, type View } from './print.ts'

/** The parts of a command that the OpenAPI document does not have. */
export interface DownloadSpec<Id extends OperationId> {
  readonly about: string
  /** The fields that are arguments, after the ids of the path. */
  readonly args?: readonly FieldName<Id>[]
  readonly fields?: { readonly [Name in FieldName<Id>]?: FieldSpec }
  /** Fields with a fixed value, which are not offered as options. */
  readonly fixed?: Partial<BodyOf<Id>>
  readonly examples?: string
  /** Adds options and arguments that are not fields. */
  extend?(command: Command): void
  /** Returns the request, in place of one built from the fields. Throws UsageFailure. */
  request?(input: OperationInput<Id>, context: Context): OperatorRequest | Promise<OperatorRequest>
}

export interface OperationSpec<Id extends OperationId> extends DownloadSpec<Id> {
  /** For a list: the fields of an entry that people see. */
  readonly columns?: readonly (RowName<Id> | Exclude<Column, string>)[]
  /** Renders the response for people, unless it is a list. */
  readonly view?: View
  /** False for a write that needs no Idempotency-Key. */
  readonly takesKey?: false
  /** Sends the request, in place of a single call as the operator. */
  send?(request: OperatorRequest, context: Context): Promise<OperatorResponse>
  /** True if the response means failure, for the exit code. */
  isFailure?(data: JsonValue): boolean
}

/** A run of one command. */
export interface Context {
  readonly command: Command
  readonly invocation: Invocation
}

/** Returns a command that calls one operation, and prints its data as JSON or rendered. */
export function operation<const Id extends OperationId>(id: Id, spec: OperationSpec<Id>): Build {
  const { columns, view = columns ? tableOf(columns) : record, send = sendOnce, isFailure } = spec
  return (command, invocation) => {
    const request = declare(command, id, spec)
    const takesKey = spec.takesKey ?? operationOf(id).method !== 'GET'
    if (takesKey) command.option(...KEY)
    asJson(command).action(async () => {
      const context = { command, invocation }
      const { idempotencyKey = randomUUID() } = command.opts<{ idempotencyKey?: string }>()
      const call = { ...(await request(context)), ...(takesKey && { idempotencyKey }) }
      const response = await send(call, context)
      show(invocation, command, { response, view })
      if (!response.isWaiting && isFailure?.(response.data) === true) {
        invocation.exitCode = EXIT_FAILURE
      }
    })
  }
}

const KEY = [
  '--idempotency-key <uuid>',
  'the key of an earlier attempt, so that the act is done once',
] as const

/** Returns a command that prints the bytes that an operation returns. */
export function download<const Id extends OperationId>(id: Id, spec: DownloadSpec<Id>): Build {
  return (command, invocation) => {
    const request = declare(command, id, spec)
    command.action(async () => {
      const call = await request({ command, invocation })
      const connection = await operatorConnection(invocation.environment)
      const { stdout } = invocation.terminal
      const chunks: AsyncIterable<Buffer> = await downloadAsOperator(connection, call)
      for await (const bytes of chunks) if (!stdout.write(bytes)) await once(stdout, 'drain')
    })
  }
}

/**
 * Declares the fields of an operation on a command. Returns the function that builds the request.
 */
function declare<Id extends OperationId>(
  command: Command,
  id: Id,
  spec: DownloadSpec<Id>,
): (context: Context) => Promise<OperatorRequest> {
  const { about, args = [], fields = {}, fixed = {}, examples, extend, request } = spec
  const fixedFields = Object.fromEntries(Object.keys(fixed).map((name) => [name, false]))
  command.description(about)
  const offered = offerFields(command, operationOf(id), {
    args,
    fields: { ...fields, ...fixedFields },
  })
  extend?.(command)
  if (examples !== undefined) command.addHelpText('after', examples)
  return async (context) => {
    const { path, query, body } = await readFields(offered, command, context.invocation.terminal)
    // The compiler has checked the names, and `readFields` returns values of the right kinds.
    const ids = completeIds(path, fields)
    const input = { path: ids, query, body: { ...fixed, ...body } } as unknown as OperationInput<Id>
    const call = (await request?.(input, context)) ?? requestOf(id, input)
    if (call.method === 'PATCH' && !changesSomething(call)) {
      throw new UsageFailure('nothing to change: give at least one option')
    }
    return call
  }
}

function changesSomething({ body = {} }: OperatorRequest): boolean {
  return Object.entries(body).some(([name, value]) => name !== 'reason' && value !== undefined)
}

async function sendOnce(
  request: OperatorRequest,
  { invocation }: Context,
): Promise<OperatorResponse> {
  const connection = await operatorConnection(invocation.environment)
  return await callOperator(connection, request).catch((error: unknown) => {
    throw unknownOutcome(error, request) ?? error
  })
}

/**
 * Returns an error that names the key with which the request can be repeated. Returns undefined if
 * the outcome is known, or the request has no key.
 */
function unknownOutcome(
  error: unknown,
  { idempotencyKey }: OperatorRequest,
): CommandFailure | undefined {
  const isKnown = error instanceof ApiFailure && !error.isServerFault
  if (idempotencyKey === undefined || isKnown || !(error instanceof Error)) return undefined
  return new CommandFailure(
    `${error.message}. It is unknown whether it was done. To do it at most once, give the same ` +
      `command again with --idempotency-key ${idempotencyKey}`,
    { cause: error },
  )
}
