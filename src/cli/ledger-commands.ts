import type { Command } from 'commander'
import { operate, operateList, type Invocation } from './invocation.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { plain, tableOf } from './print.ts'
import type { Colours } from './terminal.ts'

/** ledger and audit: proof of the money, and of who did what. */
export function addLedgerCommands(program: Command, invocation: Invocation): void {
  const ledger = program.command('ledger').description('the double-entry books')
  const verify = ledger
    .command('verify')
    .description(
      'prove balances, orders and stock from their rows; exit code 1 if anything differs',
    )
  operate(verify, invocation, {
    request: () => ({ method: 'GET', path: '/ledger/verify' }),
    view: verdict,
    isFailure: (data) => fieldOf(data, 'balanced') !== true,
  })
  const audit = program.command('audit').description('what the operator did')
  const list = audit
    .command('list')
    .description('all entries, newest first')
    .option('--target <target>', 'those of one thing, such as partner:7 or product:12')
  operateList<{ target?: string }>(list, invocation, {
    path: () => '/audit',
    query: ({ target }) => ({ target }),
    columns: ['at', 'actor', 'action', 'target', 'reason'],
  })
}

const DIFFERENCE_COLUMNS = ['partnerId', 'currency', 'account', 'field', 'stored', 'recomputed']

function verdict(data: JsonValue, colours: Colours): string {
  const count = (name: string): string => plain(fieldOf(data, name) ?? 0)
  const extent = ['partners', 'accounts', 'transfers']
    .map((name) => `${name} ${count(name)}`)
    .join(', ')
  if (fieldOf(data, 'balanced') === true) return `${colours.green('balanced')}: ${extent}`
  const differences = listOf(fieldOf(data, 'differences'))
  return [
    `${colours.red('NOT balanced')}: ${extent}, ${differences.length} differences`,
    tableOf(DIFFERENCE_COLUMNS)(differences, colours),
  ].join('\n')
}
