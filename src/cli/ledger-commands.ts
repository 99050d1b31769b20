import type { Command } from 'commander'
import type { Invocation } from './invocation.ts'
import { addVerifyCommand } from './verify-command.ts'

/** Adds the command group `ledger`. */
export function addLedgerCommands(program: Command, invocation: Invocation): void {
  const ledger = program.command('ledger').description('the double-entry books')
  addVerifyCommand(ledger, invocation)
}
