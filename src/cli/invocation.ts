import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { operatorConnection } from './connection.ts'
import { ApiFailure, CommandFailure, EXIT_FAILURE } from './failure.ts'
import { pretty, type JsonValue } from './json.ts'
import { callOperator, type OperatorAnswer, type OperatorRequest } from './operator-api.ts'
import { pageNote, record, tableOf, type Column, type View } from './print.ts'
import { coloursFor, writeLine, type Terminal } from './terminal.ts'

const SERVER_FAULTS_FROM = 500

export type Role = 'api' | 'worker' | 'all'

/** What this process can become, handed in so that the command line needs none of it itself. */
export interface Processes {
  serve(overrides: { role?: Role }): Promise<number>
  demo(): Promise<number>
  migrate(): Promise<number>
}

/** One run of the command line. */
export interface Invocation {
  readonly processes: Processes
  readonly terminal: Terminal
  /** Undefined: that of the process. */
  readonly environment: Environment | undefined
  exitCode: number
}

export interface OperatorCommand<Options> {
  /** What to ask for; throws UsageFailure where the arguments make no sense. */
  request(options: Options, ...args: string[]): OperatorRequest | Promise<OperatorRequest>
  /** How people see the answer. */
  readonly view: View
  /** Whether the answer means that something is wrong. */
  isFailure?(data: JsonValue): boolean
}

/**
 * Lets a command call the operator's API: one request, and its data as JSON or as people read it.
 */
export function operate<Options extends object>(
  command: Command,
  invocation: Invocation,
  { request, view, isFailure }: OperatorCommand<Options>,
): void {
  asJson(command).action(async () => {
    const asked = await request(command.opts<Options>(), ...command.args)
    const connection = await operatorConnection(invocation.environment)
    const answer = await callOperator(connection, asked).catch((error: unknown) => {
      throw unknownOutcome(error, asked) ?? error
    })
    show(invocation, command, { answer, view })
    if (isFailure?.(answer.data) === true) invocation.exitCode = EXIT_FAILURE
  })
}

/** Names the key to repeat a request with, if nobody knows what became of it. */
function unknownOutcome(
  error: unknown,
  { idempotencyKey }: OperatorRequest,
): CommandFailure | undefined {
  const isKnown = error instanceof ApiFailure && error.status < SERVER_FAULTS_FROM
  if (idempotencyKey === undefined || isKnown || !(error instanceof Error)) return undefined
  return new CommandFailure(
    `${error.message}. Nobody knows whether it was done; to have it done once, give the same ` +
      `command again with --idempotency-key ${idempotencyKey}`,
    { cause: error },
  )
}

export interface ListCommand<Options> {
  /** Made of the arguments. */
  path(...args: string[]): string
  query?(options: Options, ...args: string[]): Readonly<Record<string, string | undefined>>
  readonly columns: readonly Column[]
}

/** Lets a command read a list of the operator's API, page by page. */
export function operateList<Options extends object>(
  command: Command,
  invocation: Invocation,
  { path, query, columns }: ListCommand<Options>,
): void {
  operate<Options & PageOptions>(paged(command), invocation, {
    request: (options, ...args) => {
      const { page, pageSize } = options
      return {
        method: 'GET',
        path: path(...args),
        query: { ...query?.(options, ...args), page, pageSize },
      }
    },
    view: tableOf(columns),
  })
}

/** Lets a command do what needs nothing but a reason to what its arguments name. */
export function operateAct(
  command: Command,
  invocation: Invocation,
  path: (...args: string[]) => string,
): void {
  operate<{ reason?: string }>(command, invocation, {
    request: ({ reason }, ...args) => ({ method: 'POST', path: path(...args), body: { reason } }),
    view: record,
  })
}

/** What is read page by page. */
export function paged(command: Command): Command {
  return command
    .option('--page <number>', 'which page, from 1')
    .option('--page-size <number>', 'entries of a page, at most 2000')
}

export interface PageOptions {
  readonly page?: string
  readonly pageSize?: string
}

export function asJson(command: Command): Command {
  return command.option('--json', "print the API's data as it is")
}

/** Data goes to the standard output; which page it is goes there for people only. */
export function show(
  { terminal }: Invocation,
  command: Command,
  { answer, view }: { answer: OperatorAnswer; view: View },
): void {
  const note = pageNote(answer.pagination)
  if (command.opts<{ json?: true }>().json) {
    writeLine(terminal.stdout, pretty(answer.data))
    if (note !== undefined) writeLine(terminal.stderr, note)
    return
  }
  const colours = coloursFor(terminal.stdout)
  writeLine(terminal.stdout, view(answer.data, colours))
  if (note !== undefined) writeLine(terminal.stdout, colours.dim(note))
}
