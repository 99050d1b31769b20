import { once } from 'node:events'
import { Option, type Command } from 'commander'
import { operatorConnection } from './connection.ts'
import { operate, type Invocation } from './invocation.ts'
import { downloadAsOperator } from './operator-api.ts'
import { partnerPath } from './partner-commands.ts'
import { tableOf } from './print.ts'

/** Adds the command groups `funds` and `transactions`, and the command `statement`. */
export function addFundsCommands(program: Command, invocation: Invocation): void {
  const show = program
    .command('funds')
    .description('what a partner has: posted, held by orders, and available to spend')
    .argument('<partnerId>')
  operate(show, invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: `${partnerPath(id)}/funds` }),
    view: tableOf(['currency', 'posted', 'held', 'creditLimit', 'available']),
  })
  addTransactions(program, invocation)
  addStatement(program, invocation)
}

interface TransactionOptions {
  readonly currency?: string
  readonly kind?: string
  readonly reference?: string
  readonly from?: string
  readonly to?: string
  readonly after?: string
  readonly pageSize?: string
}

function addTransactions(program: Command, invocation: Invocation): void {
  const list = program
    .command('transactions')
    .description("what moved partners' funds")
    .command('list')
    .description('list what moved the funds of a partner, newest first')
    .argument('<partnerId>')
    .option('--currency <code>')
    .option('--kind <kind>', 'such as deposit, order_charge or wallet_credit')
    .option('--reference <text>', 'of a deposit, reversal or credit, or of an order')
    .option('--from <time>', 'a day in UTC, or a time such as 2026-01-31T12:00:00Z')
    .option('--to <time>', 'not included')
    .option('--after <id>', 'continue after this transaction')
    .option('--page-size <number>', 'entries of a page, at most 2000')
  operate<TransactionOptions>(list, invocation, {
    request: (options, id: string) => ({
      method: 'GET',
      path: `${partnerPath(id)}/transactions`,
      query: { ...options, json: undefined },
    }),
    view: tableOf([
      'transactionId',
      'at',
      'kind',
      'currency',
      'amount',
      'available',
      'posted',
      'reference',
      'orderId',
    ]),
  })
}

interface StatementOptions {
  readonly currency: string
  readonly from: string
  readonly to: string
  readonly format: string
}

function addStatement(program: Command, invocation: Invocation): void {
  program
    .command('statement')
    .description("print a statement of a partner's funds: opening, movements, closing")
    .argument('<partnerId>')
    .requiredOption('--currency <code>', 'ISO 4217 code')
    .requiredOption('--from <time>', 'a day in UTC, or a time such as 2026-01-31T12:00:00Z')
    .requiredOption('--to <time>', 'not included: the next statement begins here')
    .addOption(
      new Option('--format <name>', 'html is a page to print')
        .choices(['csv', 'json', 'html'])
        .default('csv'),
    )
    .action(async (id: string, { currency, from, to, format }: StatementOptions) => {
      const query = new URLSearchParams({ currency: currency.toUpperCase(), from, to, format })
      const connection = await operatorConnection(invocation.environment)
      const path = `${partnerPath(id)}/statement?${query.toString()}`
      const { stdout } = invocation.terminal
      for await (const bytes of (await downloadAsOperator(
        connection,
        path,
      )) as AsyncIterable<Buffer>) {
        if (!stdout.write(bytes)) await once(stdout, 'drain')
      }
    })
}
