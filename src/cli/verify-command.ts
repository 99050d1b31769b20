import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { operatorConnection, type OperatorConnection } from './connection.ts'
import { CommandFailure, EXIT_FAILURE } from './failure.ts'
import { asJson, show, type Invocation } from './invocation.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import { callOperator, segment, type OperatorResponse } from './operator-api.ts'
import { plain, tableOf } from './print.ts'
import { writeLine, type Colors, type Terminal } from './terminal.ts'

const POLL_MS = 500

/** Adds the command `ledger verify`, which starts a verification and polls it. */
export function addVerifyCommand(ledger: Command, invocation: Invocation): void {
  const verify = asJson(ledger.command('verify'))
    .description(
      'verify balances, orders and stock from their rows; exit code 1 if anything differs',
    )
    .option('--from-checkpoint', 'verify only what followed the last verification of each book')
  verify.action(async () => {
    const { fromCheckpoint = false } = verify.opts<{ fromCheckpoint?: true }>()
    const connection = await operatorConnection(invocation.environment)
    const body = { fromCheckpoint }
    const started = await callOperator(connection, { method: 'POST', path: PATH, body })
    const response = await ended(connection, started, invocation.terminal)
    const state = textOf(fieldOf(response.data, 'state'))
    if (state === 'INTERRUPTED') {
      throw new CommandFailure(
        'the verification was interrupted: its process ended; start it again',
      )
    }
    show(invocation, verify, { response, view: verdict })
    if (fieldOf(response.data, 'balanced') !== true) invocation.exitCode = EXIT_FAILURE
  })
}

const PATH = '/ledger/verifications'

/** Polls until the verification ends. Shows its progress on a terminal. */
async function ended(
  connection: OperatorConnection,
  started: OperatorResponse,
  { stderr }: Terminal,
): Promise<OperatorResponse> {
  let [response, shown] = [started, '']
  while (fieldOf(response.data, 'state') === 'RUNNING') {
    const progress = progressOf(response.data)
    if (stderr.isTTY === true && progress !== shown) writeLine(stderr, progress)
    shown = progress
    await pause(POLL_MS)
    const path = `${PATH}/${segment(textOf(fieldOf(response.data, 'verificationId')) ?? '')}`
    response = await callOperator(connection, { method: 'GET', path })
  }
  return response
}

function progressOf(data: JsonValue): string {
  const count = (name: string): string => plain(fieldOf(data, name) ?? 0)
  if (fieldOf(data, 'phase') === 'stock') return 'proving stock'
  const partners = `${count('partners')} of ${count('partnersTotal')} partners`
  return `proving books: ${partners}, ${count('transfers')} transfers`
}

const DIFFERENCE_COLUMNS = ['partnerId', 'currency', 'account', 'field', 'stored', 'recomputed']

function verdict(data: JsonValue, colors: Colors): string {
  const count = (name: string): string => plain(fieldOf(data, name) ?? 0)
  const extent = ['partners', 'accounts', 'transfers']
    .map((name) => `${name} ${count(name)}`)
    .join(', ')
  if (fieldOf(data, 'balanced') === true) return `${colors.green('balanced')}: ${extent}`
  const differences = listOf(fieldOf(data, 'differences'))
  return [
    `${colors.red('NOT balanced')}: ${extent}, ${differences.length} differences`,
    tableOf(DIFFERENCE_COLUMNS)(differences, colors),
  ].join('\n')
}
