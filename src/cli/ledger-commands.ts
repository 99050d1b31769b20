import type { Command } from 'commander'
import { operateList, type Invocation } from './invocation.ts'
import { addVerifyCommand } from './verify-command.ts'

/** Adds the command groups `ledger` and `audit`. */
export function addLedgerCommands(program: Command, invocation: Invocation): void {
  const ledger = program.command('ledger').description('the double-entry books')
  addVerifyCommand(ledger, invocation)
  const audit = program.command('audit').description('what operators did')
  const list = audit
    .command('list')
    .description('list the audit log, newest first')
    .option('--target <target>', 'only those of one thing, such as partner:7 or product:12')
  operateList<{ target?: string }>(list, invocation, {
    path: () => '/audit',
    query: ({ target }) => ({ target }),
    columns: ['at', 'actor', 'action', 'target', 'reason'],
  })
}
