import type { Command } from 'commander'
import { operateList, type Invocation } from './invocation.ts'
import { addVerifyCommand } from './verify-command.ts'

/** ledger and audit: proof of the money, and of who did what. */
export function addLedgerCommands(program: Command, invocation: Invocation): void {
  const ledger = program.command('ledger').description('the double-entry books')
  addVerifyCommand(ledger, invocation)
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
