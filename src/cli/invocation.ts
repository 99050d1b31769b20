import type { Command } from 'commander'
import type { Environment } from '../settings/mod.ts'
import { fieldOf, pretty, type JsonValue } from './json.ts'
import type { OperatorResponse } from './operator-api.ts'
import { pageNote, plain, record, type View } from './print.ts'
import { colorsFor, writeLine, type Terminal } from './terminal.ts'

/** The suppliers for which there is a stand-in. */
export const STAND_INS = ['reloadly', 'tillo', 'ding', 'runa', 'plugin'] as const
export type StandInName = (typeof STAND_INS)[number]

export type Role = 'api' | 'worker' | 'all'

/**
 * The processes that the command line can start. They are injected, so that it does not load them.
 */
export interface Processes {
  serve(overrides: { role?: Role }): Promise<number>
  demo(options: { month?: boolean }): Promise<number>
  migrate(options: { plan?: true; expand?: true }): Promise<number>
  distribute(options: { shards: number }): Promise<number>
  /** Serves a stand-in of a supplier until a signal ends it. */
  standIn(options: { name: StandInName; port: number }): Promise<number>
  /** Returns the result of each scenario, and whether all passed. */
  supplierTest(test: SupplierTest): Promise<{ readonly isWell: boolean }>
  /** Takes a base backup, and returns a report on it. */
  backup(options: { keep?: number }, log: Notice): Promise<object>
  /** Restores to a new directory, and returns a report. */
  restore(request: RestoreRequest, log: Notice): Promise<object>
  /**
   * Restores the last backup beside the service and verifies it. Returns a report, and whether all
   * checks passed.
   */
  drill(log: Notice): Promise<{ readonly isWell: boolean }>
  /** Copies transfers to files, and returns their counts. */
  archive(request: ArchiveRequest): Promise<object>
  /** Removes transfers that are in files, and returns their counts. */
  removeArchived(request: ArchiveRequest): Promise<object>
  /** Verifies the files of an archive. Returns a report, and whether all checks passed. */
  verifyArchive(path: string): Promise<{ readonly isWell: boolean }>
  /** Returns an object for each file of a directory. */
  listArchive(directory: string): Promise<readonly object[]>
}

/** Prints a line about the progress. */
type Notice = (message: string) => void

/** The supplier that `supplier-test` buys from, and the purchase. */
export interface SupplierTest {
  readonly url: string
  readonly adapter: StandInName | 'tessera'
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly recipient: Readonly<Record<string, string>>
  readonly listing: string | undefined
}

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

/** Adds arguments, options and an action to an empty command. */
export type Build = (command: Command, invocation: Invocation) => void

/** Returns a command that has only subcommands, by their names. */
export function group(
  about: string,
  commands: Readonly<Record<string, Build>>,
  helpAfter = '',
): Build {
  return (command, invocation) => {
    command.description(about).addHelpText('after', helpAfter)
    for (const [name, build] of Object.entries(commands)) build(command.command(name), invocation)
  }
}

export function asJson(command: Command): Command {
  return command.option('--json', "print the API's data as JSON")
}

/** Returns a note on the next step if another user must approve the act; otherwise undefined. */
function approvalNote({ isWaiting, data }: OperatorResponse): string | undefined {
  if (!isWaiting) return undefined
  const id = plain(fieldOf(data, 'approvalId'))
  const command = `tessera approvals show ${id}`
  const next = `nothing was done yet: another user must approve it; see ${command}`
  if (fieldOf(data, 'approvers') !== 0) return next
  return `${next}. No other user may: invite one with tessera users invite`
}

/** Prints data to the standard output. The page number goes there, too, unless the data is JSON. */
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

/** Prints the findings of a command that works beside the service. */
export function showReport(
  { terminal }: Invocation,
  json: true | undefined,
  { report, view = record }: { readonly report: object; readonly view?: View },
): void {
  const data = JSON.parse(JSON.stringify(report)) as JsonValue
  writeLine(terminal.stdout, json ? pretty(data) : view(data, colorsFor(terminal.stdout)))
}
