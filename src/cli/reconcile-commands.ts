import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { operatorConnection } from './connection.ts'
import { group } from './invocation.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { uploadAsOperator, type OperatorRequest, type OperatorResponse } from './operator-api.ts'
import { operation, type Context } from './operation.ts'
import { plain, tableOf } from './print.ts'
import { readFileOrStdin } from './sources.ts'
import type { Colors } from './terminal.ts'

const ITEM_COLUMNS = [
  'status',
  'reference',
  'fileAmount',
  'fileCurrency',
  'bookedAmount',
  'bookedCurrency',
  'fileLines',
  'firstLine',
  'records',
] as const

/** The parts that both commands share. */
const OF_A_FILE = {
  fields: {
    // It follows from the argument.
    fileName: false,
    referenceColumn: { flags: '--reference-column <heading>', help: 'default: reference' },
    amountColumn: { flags: '--amount-column <heading>', help: 'default: amount' },
    currencyColumn: {
      flags: '--currency-column <heading>',
      help: 'default: currency, if the file has it',
    },
    decimalMark: 'comma if amounts are like 1.234,50',
    negate: 'the file has the amounts with the opposite sign',
  },
  takesKey: false,
  extend: (command: Command) =>
    void command.argument('<file>', 'CSV with a heading; - for the standard input'),
  send: compare,
  view: outcome,
} as const

export const RECONCILE = group(
  'compare the file of a bank or supplier with what is recorded here',
  {
    deposits: operation('reconcileDeposits', {
      about: 'compare the CSV of a bank with deposits and reversals',
      ...OF_A_FILE,
    }),
    purchases: operation('reconcilePurchases', {
      about: 'compare the CSV of a supplier with what was purchased there',
      ...OF_A_FILE,
    }),
  },
)

async function compare(
  request: OperatorRequest,
  { command, invocation: { environment, terminal } }: Context,
): Promise<OperatorResponse> {
  const [file = ''] = command.args
  const bytes = await readFileOrStdin(file, terminal)
  const fileName = file === '-' ? undefined : basename(file)
  return await uploadAsOperator(
    await operatorConnection(environment),
    { ...request, query: { ...request.query, fileName } },
    { type: 'text/csv', body: Readable.from([bytes]) },
  )
}

function outcome(data: JsonValue, colors: Colors): string {
  const field = (name: string) => plain(fieldOf(data, name))
  const unmatched = listOf(fieldOf(data, 'unmatched'))
  const counts =
    `${field('matched')} matched, ${field('missingHere')} missing here, ` +
    `${field('missingThere')} missing there, ${field('differentAmount')} of different amount, ` +
    `${field('differentCurrency')} of different currency`
  const amounts =
    `file ${field('fileAmount')}, booked ${field('bookedAmount')}, ` +
    `difference ${field('difference')} ${field('currency')}`
  const id = field('reconciliationId')
  return [
    ...(unmatched.length > 0 ? [tableOf(ITEM_COLUMNS)(unmatched, colors), ''] : []),
    unmatched.length > 0 ? colors.bold(counts) : colors.green(counts),
    amounts,
    colors.dim(`saved: tessera reconciliations show ${id}`),
  ].join('\n')
}

export const RECONCILIATIONS = group('files that were compared with what is recorded here', {
  list: operation('listReconciliations', {
    about: 'list the reconciliations, newest first',
    columns: [
      'reconciliationId',
      'madeAt',
      'kind',
      'partnerId',
      'supplier',
      'currency',
      'from',
      'to',
      'matched',
      'missingHere',
      'missingThere',
      'differentCurrency',
      'differentAmount',
      'difference',
      'fileName',
    ],
  }),
  show: operation('listItems', {
    about: 'list the items of a reconciliation, unmatched ones first',
    columns: ITEM_COLUMNS,
  }),
})
