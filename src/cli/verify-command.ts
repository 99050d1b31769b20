import { setTimeout as pause } from 'node:timers/promises'
import { operatorConnection, type OperatorConnection } from './connection.ts'
import { CommandFailure } from './failure.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import { callOperator, type OperatorResponse } from './operator-api.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { plain, tableOf } from './print.ts'
import { writeLine, type Colors, type Terminal } from './terminal.ts'

const POLL_MS = 500

/** The command `ledger verify`, which starts a verification and polls it. */
export const VERIFY_LEDGER = operation('startVerification', {
  about: 'verify balances, orders and stock from their rows; exit code 1 if anything differs',
  fields: { fromCheckpoint: 'verify only what followed the last verification of each book' },
  takesKey: false,
  async send(request, { invocation: { environment, terminal } }) {
    const connection = await operatorConnection(environment)
    const response = await awaitEnd(connection, await callOperator(connection, request), terminal)
    if (fieldOf(response.data, 'state') !== 'INTERRUPTED') return response
    throw new CommandFailure('the verification was interrupted: its process ended; start it again')
  },
  view: verdict,
  isFailure: (data) => fieldOf(data, 'balanced') !== true,
})

/** Polls until the verification ends. Shows its progress on a terminal. */
async function awaitEnd(
  connection: OperatorConnection,
  started: OperatorResponse,
  { stderr }: Terminal,
): Promise<OperatorResponse> {
  let [response, lastProgress] = [started, '']
  while (fieldOf(response.data, 'state') === 'RUNNING') {
    const progress = progressOf(response.data)
    if (stderr.isTTY === true && progress !== lastProgress) writeLine(stderr, progress)
    lastProgress = progress
    await pause(POLL_MS)
    const verificationId = textOf(fieldOf(response.data, 'verificationId')) ?? ''
    const request = requestOf('getVerification', { path: { verificationId } })
    response = await callOperator(connection, request)
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
