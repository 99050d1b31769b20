import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import type { Environment } from '../settings/mod.ts'
import { operatorConnection } from './connection.ts'
import { ApiFailure, CommandFailure, EXIT_FAILURE } from './failure.ts'
import { fieldOf, pretty, type JsonValue } from './json.ts'
import { callOperator, type OperatorResponse, type OperatorRequest } from './operator-api.ts'
import { pageNote, plain, record, tableOf, type Column, type View } from './print.ts'
import { colorsFor, writeLine, type Terminal } from './terminal.ts'

export type Role = 'api' | 'worker' | 'all'

/** The processes that the command line can start, injected so that it loads none of them. */
export interface Processes {
  serve(overrides: { role?: Role }): Promise<number>
  demo(options: { month?: boolean }): Promise<number>
  migrate(options: { plan?: true; expand?: true }): Promise<number>
  distribute(options: { shards: number }): Promise<number>
  /** Takes a base backup, and returns what was taken. */
  backup(options: { keep?: number }, log: Notice): Promise<object>
  /** Restores to a new directory, and returns what was restored. */
  restore(request: RestoreRequest, log: Notice): Promise<object>
  /** Restores the last backup beside, and returns what was verified, and whether all is well. */
  drill(log: Notice): Promise<{ readonly isWell: boolean }>
  /** Copies transfers to files, and returns how many. */
  archive(request: ArchiveRequest): Promise<object>
  /** Removes transfers that files have, and returns how many. */
  removeArchived(request: ArchiveRequest): Promise<object>
  /** Returns what was verified, and whether all is well. */
  verifyArchive(path: string): Promise<{ readonly isWell: boolean }>
  /** Returns an object for each file of a directory. */
  listArchive(directory: string): Promise<readonly object[]>
}

/** Takes one line about the progress. */
type Notice = (message: string) => void

export interface RestoreRequest {
  readonly directory: string
  /** Milliseconds since 1970. */
  readonly to?: number
  readonly timeline?: number
  readonly allowLoss?: true
}

export interface ArchiveRequest {
  readonly directory: string
  /** Milliseconds since 1970. */
  readonly before: number
}

/** One run of a command line. */
export interface Invocation {
  readonly terminal: Terminal
  /** Undefined means the environment of the process. */
  readonly environment: Environment | undefined
  /** Ends a command that runs until it is interrupted. Undefined means Ctrl-C. */
  readonly interrupt: AbortSignal | undefined
  exitCode: number
}

/** One run of a command line that can start processes. */
export interface ServiceInvocation extends Invocation {
  readonly processes: Processes
}

export interface OperatorCommand<Options> {
  /** Returns the request. Throws UsageFailure if the arguments are invalid. */
  request(options: Options, ...args: string[]): OperatorRequest | Promise<OperatorRequest>
  /** Renders the response for people. */
  readonly view: View
  /** True if the response means failure, for the exit code. */
  isFailure?(data: JsonValue): boolean
}

/**
 * Makes a command call the operator's API: one request, whose data is printed as JSON or rendered.
 */
export function operate<Options extends object>(
  command: Command,
  invocation: Invocation,
  { request, view, isFailure }: OperatorCommand<Options>,
): void {
  asJson(command).action(async () => {
    const call = await request(command.opts<Options>(), ...command.args)
    const connection = await operatorConnection(invocation.environment)
    const response = await callOperator(connection, call).catch((error: unknown) => {
      throw unknownOutcome(error, call) ?? error
    })
    show(invocation, command, { response, view })
    if (!response.isWaiting && isFailure?.(response.data) === true)
      invocation.exitCode = EXIT_FAILURE
  })
}

/**
 * As `operate`, for a command that writes: sends an Idempotency-Key, and names it if the outcome is
 * unknown.
 */
export function operateWrite<Options extends object>(
  command: Command,
  invocation: Invocation,
  { request, ...rest }: OperatorCommand<Options>,
): void {
  command.option('--idempotency-key <uuid>', 'the key of an earlier attempt, to have it done once')
  operate<Options & { idempotencyKey?: string }>(command, invocation, {
    ...rest,
    async request({ idempotencyKey = randomUUID(), ...options }, ...args) {
      // Every option but the key is the command's own.
      return { ...(await request(options as unknown as Options, ...args)), idempotencyKey }
    },
  })
}

/** Names the key with which the request can be repeated if its outcome is unknown. */
function unknownOutcome(
  error: unknown,
  { idempotencyKey }: OperatorRequest,
): CommandFailure | undefined {
  const isKnown = error instanceof ApiFailure && !error.isServerFault
  if (idempotencyKey === undefined || isKnown || !(error instanceof Error)) return undefined
  return new CommandFailure(
    `${error.message}. Nobody knows whether it was done; to have it done once, give the same ` +
      `command again with --idempotency-key ${idempotencyKey}`,
    { cause: error },
  )
}

export interface ListCommand<Options> {
  /** Returns the path for the arguments. */
  path(...args: string[]): string
  query?(options: Options, ...args: string[]): Readonly<Record<string, string | undefined>>
  readonly columns: readonly Column[]
}

/** Makes a command list a collection of the operator's API, page by page. */
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

/** Makes a command that needs only arguments and a reason. */
export function operateAct(
  command: Command,
  invocation: Invocation,
  path: (...args: string[]) => string,
): void {
  operateWrite<{ reason?: string }>(command, invocation, {
    request: ({ reason }, ...args) => ({ method: 'POST', path: path(...args), body: { reason } }),
    view: record,
  })
}

/** Adds the options of a page. */
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
  return command.option('--json', "print the API's data as JSON")
}

/** Returns what happens next if another user must approve what was asked for. */
function approvalNote({ isWaiting, data }: OperatorResponse): string | undefined {
  if (!isWaiting) return undefined
  const id = plain(fieldOf(data, 'approvalId'))
  const command = `tessera approvals show ${id}`
  const next = `nothing was done yet: another user must approve it; see ${command}`
  if (fieldOf(data, 'approvers') !== 0) return next
  return `${next}. No other user may: invite one with tessera users invite`
}

/** Prints data to the standard output, and the page number too, for people only. */
export function show(
  { terminal }: Invocation,
  command: Command,
  { response, view }: { response: OperatorResponse; view: View },
): void {
  const note = pageNote(response.pagination) ?? approvalNote(response)
  if (command.opts<{ json?: true }>().json) {
    writeLine(terminal.stdout, pretty(response.data))
    if (note !== undefined) writeLine(terminal.stderr, note)
    return
  }
  const colors = colorsFor(terminal.stdout)
  writeLine(terminal.stdout, (response.isWaiting ? record : view)(response.data, colors))
  if (note !== undefined) writeLine(terminal.stdout, colors.dim(note))
}

/** Prints what a command has found that works beside the service. */
export function showReport(
  { terminal }: Invocation,
  json: true | undefined,
  { report, view = record }: { readonly report: object; readonly view?: View },
): void {
  const data = JSON.parse(JSON.stringify(report)) as JsonValue
  writeLine(terminal.stdout, json ? pretty(data) : view(data, colorsFor(terminal.stdout)))
}
