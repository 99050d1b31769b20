import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { operatorConnection, type OperatorConnection } from './connection.ts'
import { CommandFailure, EXIT_FAILURE, faultCodeOf } from './failure.ts'
import { counted, isCutOff, openUpload } from './import-command.ts'
import { asJson, show, type Build } from './invocation.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import {
  callOperator,
  downloadAsOperator,
  uploadAsOperator,
  type OperatorResponse,
} from './operator-api.ts'
import { requestOf } from './operation-table.ts'
import { plain, tableOf } from './print.ts'
import { startProgress } from './progress.ts'
import type { Colors } from './terminal.ts'

const POLL_MS = 500
/** Failed polls in a row, half a minute in all: the service may be restarting. */
const POLLS_LOST_MAX = 60
const ERRORS_SHOWN_MAX = 50

interface Options {
  readonly json?: true
  readonly partner: string
  readonly reference: string
  readonly dryRun?: true
  readonly createConsumers?: true
  readonly report?: string
}

/** The command `credits import`: checks a file, credits it if no row has an error, and waits. */
export const IMPORT_CREDITS: Build = (command, invocation) => {
  asJson(command)
    .description('credit wallets from a file; nothing is credited if a row has an error')
    .argument('<file>', 'CSV with a header; - for the standard input')
    .requiredOption('--partner <partnerId>', 'the partner whose funds pay')
    .requiredOption('--reference <reference>', 'names the file: a row is credited once under it')
    .option('--dry-run', 'check only: sums, funds before and after, errors by line')
    .option('--create-consumers', 'create consumers and wallets that are missing')
    .option('--report <file>', 'write the outcome of each row, or the errors, to a file, as CSV')
    .addHelpText('after', EXAMPLES)
  command.action(async (file: string) => {
    const { json: isQuiet, report, ...options } = command.opts<Options>()
    const { partner: partnerId, reference, dryRun, createConsumers } = options
    const connection = await operatorConnection(invocation.environment)
    const upload = await openUpload(file, invocation.terminal)
    const progress = isQuiet ? undefined : startProgress(invocation.terminal, upload)
    const query = {
      fileReference: reference,
      dryRun: dryRun && 'true',
      createConsumers: createConsumers && 'true',
    }
    const request = requestOf('checkCredits', { path: { partnerId }, query })
    let response = await uploadAsOperator(connection, request, {
      type: 'text/csv',
      body: counted(upload.body, progress),
    })
      .catch(
        explainLost('the check was cut off', 'Nothing was credited: give the same command again'),
      )
      .finally(() => progress?.end())
    const path = { partnerId, importId: textOf(fieldOf(response.data, 'importId')) ?? '' }
    if (stateOf(response) === 'CHECKED' && dryRun !== true) {
      response = await callOperator(connection, requestOf('startCredits', { path })).catch(
        explainLost('it is not known whether the file was started', `See ${shownBy(path)}`),
      )
      const rows = isQuiet || response.isWaiting ? undefined : invocation.terminal
      if (!response.isWaiting) response = await follow(connection, path, rows?.stderr)
    }
    show(invocation, command, { response, view: outcome })
    if (report !== undefined) {
      const csv = await downloadAsOperator(connection, requestOf('creditReport', { path }))
      await pipeline(csv, createWriteStream(report))
    }
    if (!response.isWaiting && !isGood(response, dryRun)) invocation.exitCode = EXIT_FAILURE
  })
}

interface ImportPath {
  readonly partnerId: string
  readonly importId: string
}

/** Returns a function that rethrows an error, with an explanation if the connection was lost. */
function explainLost(what: string, remedy: string): (error: unknown) => never {
  return (error) => {
    if (!isCutOff(error)) throw error
    throw new CommandFailure(`${what}: ${error.message}. ${remedy}`, { cause: error })
  }
}

function shownBy({ partnerId, importId }: ImportPath): string {
  return `\`tessera credits show ${partnerId} ${importId}\``
}

/** Polls an import until it ends, and shows the number of rows that have an outcome. */
async function follow(
  connection: OperatorConnection,
  path: ImportPath,
  output: { readonly isTTY?: boolean; write(text: string): unknown } | undefined,
): Promise<OperatorResponse> {
  for (;;) {
    const response = await poll(connection, path)
    const count = (name: string): number => Number(fieldOf(response.data, name) ?? 0)
    const rowsWithOutcome = count('credited') + count('repeated') + count('refused')
    const isOver = stateOf(response) !== 'RUNNING'
    if (output?.isTTY === true) {
      output.write(`\rcredited: ${rowsWithOutcome} of ${count('rows')} rows${isOver ? '\n' : ''}`)
    }
    if (isOver) return response
    await pause(POLL_MS)
  }
}

/** Returns an import. Asks again while the service starts again. */
async function poll(connection: OperatorConnection, path: ImportPath): Promise<OperatorResponse> {
  for (let lostPolls = 1; ; lostPolls += 1) {
    try {
      return await callOperator(connection, requestOf('getCreditImport', { path }))
    } catch (error) {
      const isBriefly = isCutOff(error) || faultCodeOf(error) === 'ECONNREFUSED'
      if (!isBriefly) throw error
      if (lostPolls === POLLS_LOST_MAX) {
        const message = `the service does not respond. It goes on with the file: ${shownBy(path)}`
        throw new CommandFailure(message, { cause: error })
      }
      await pause(POLL_MS)
    }
  }
}

function stateOf({ data }: OperatorResponse): string | undefined {
  return textOf(fieldOf(data, 'state'))
}

function isGood(response: OperatorResponse, isDryRun: true | undefined): boolean {
  const isDone = stateOf(response) === (isDryRun ? 'CHECKED' : 'DONE')
  return isDone && Number(fieldOf(response.data, 'refused') ?? 0) === 0
}

function outcome(data: JsonValue, colors: Colors): string {
  const count = (name: string): string => plain(fieldOf(data, name) ?? 0)
  const errors = listOf(fieldOf(data, 'errors'))
  const remaining = listOf(fieldOf(data, 'left'))
  const state = textOf(fieldOf(data, 'state')) ?? ''
  const failure = textOf(fieldOf(data, 'failure'))
  const lines = [
    `${colors.dim('import')} ${textOf(fieldOf(data, 'importId')) ?? ''} ${state}`,
    `${count('rows')} rows, ${count('errorCount')} errors; ${count('credited')} credited, ` +
      `${count('repeated')} repeated, ${count('refused')} refused`,
  ]
  if (failure !== undefined) lines.push(colors.red(failure))
  if (remaining.length > 0) {
    const columns = ['currency', 'rows', 'amount', 'funds', 'fundsAfter']
    lines.push('', tableOf(columns)(remaining, colors))
  }
  if (errors.length > 0) {
    const shown = errors.slice(0, ERRORS_SHOWN_MAX)
    lines.push('', tableOf(['line', 'field', 'message'])(shown, colors))
    lines.push(
      colors.red('nothing was credited: correct these lines and send the whole file again'),
    )
  }
  return lines.join('\n')
}

const EXAMPLES = `
The header names the columns, in any order:
  email or consumerId, amount, currency, reference; optional: description, fullName

Examples:
  $ tessera credits import may.csv --partner 3 --reference payroll-2026-05 --dry-run
  $ tessera credits import may.csv --partner 3 --reference payroll-2026-05 --report may-report.csv

A row is credited once for each pair of --reference and its own reference: the same file again moves
nothing. If the command is cut off, the service goes on: see \`tessera credits list\`.`
