import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { Option, type Command } from 'commander'
import { operatorConnection } from './connection.ts'
import { asJson, operateList, show, type Invocation } from './invocation.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { segment, uploadAsOperator } from './operator-api.ts'
import { plain, tableOf } from './print.ts'
import { readFileOrStdin } from './sources.ts'
import type { Colors } from './terminal.ts'

const STATUSES = [
  'missing_here',
  'missing_there',
  'different_currency',
  'different_amount',
  'matched',
]
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
]

/** Adds the command groups `reconcile` and `reconciliations`. */
export function addReconcileCommands(program: Command, invocation: Invocation): void {
  const group = program
    .command('reconcile')
    .description('compare the file of a bank or supplier with what is recorded here')
  const deposits = group
    .command('deposits')
    .description('compare the CSV of a bank with deposits and reversals')
    .option('--partner <partnerId>', 'only those of one partner')
  addReconcile(deposits, invocation)
  const purchases = group
    .command('purchases')
    .description('compare the CSV of an upstream with what was purchased there')
    .requiredOption('--upstream <name>', 'where it was purchased')
  addReconcile(purchases, invocation)
  addLists(program, invocation)
}

interface ReconcileOptions {
  readonly currency: string
  readonly from: string
  readonly to: string
  readonly referenceColumn?: string
  readonly amountColumn?: string
  readonly currencyColumn?: string
  readonly decimalMark?: string
  readonly negate?: true
  readonly partner?: string
  readonly upstream?: string
}

function addReconcile(command: Command, invocation: Invocation): void {
  asJson(command)
    .argument('<file>', 'CSV with a heading; - for the standard input')
    .requiredOption('--currency <code>', 'ISO 4217 code')
    .requiredOption('--from <time>', 'a day in UTC, or a time such as 2026-01-31T12:00:00Z')
    .requiredOption('--to <time>', 'not included')
    .option('--reference-column <heading>', 'default: reference')
    .option('--amount-column <heading>', 'default: amount')
    .option('--currency-column <heading>', 'default: currency, if the file has it')
    .addOption(
      new Option('--decimal-mark <mark>', 'comma if amounts are like 1.234,50').choices([
        'point',
        'comma',
      ]),
    )
    .option('--negate', 'the file has the amounts with the opposite sign')
    .action(async (file: string) => {
      const options = command.opts<ReconcileOptions>()
      const bytes = await readFileOrStdin(file, invocation.terminal)
      const response = await uploadAsOperator(await operatorConnection(invocation.environment), {
        path: `/reconciliations/${command.name()}?${queryOf(options, file)}`,
        type: 'text/csv',
        body: Readable.from([bytes]),
      })
      show(invocation, command, { response, view: outcome })
    })
}

function queryOf({ partner, ...options }: ReconcileOptions, file: string): string {
  const fileName = file === '-' ? undefined : basename(file)
  const currency = options.currency.toUpperCase()
  const all = Object.entries({ ...options, currency, partnerId: partner, fileName })
  const query = all.flatMap(([name, value]): [string, string][] =>
    name === 'json' || value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(query).toString()
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

function addLists(program: Command, invocation: Invocation): void {
  const group = program
    .command('reconciliations')
    .description('files that were compared with what is recorded here')
  const list = group.command('list').description('list the reconciliations, newest first')
  operateList(list, invocation, {
    path: () => '/reconciliations',
    columns: [
      'reconciliationId',
      'madeAt',
      'kind',
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
  })
  const items = group
    .command('show')
    .description('list the items of a reconciliation, what does not match first')
    .argument('<reconciliationId>')
    .addOption(new Option('--status <status>').choices(STATUSES))
  operateList<{ status?: string }>(items, invocation, {
    path: (id = '') => `/reconciliations/${segment(id)}/items`,
    query: ({ status }) => ({ status }),
    columns: ITEM_COLUMNS,
  })
}
