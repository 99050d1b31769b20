import type { Command } from 'commander'
import { currency, decimal } from './arguments.ts'
import { operate, operateWrite, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record, tableOf } from './print.ts'

/** Adds the command group `credit-limits`. */
export function addCreditCommands(program: Command, invocation: Invocation): void {
  const limits = program
    .command('credit-limits')
    .description('how far below zero partners may take their funds')
  const set = limits
    .command('set')
    .description('set the limit of one currency; 0: the partner pays before it buys')
    .argument('<partnerId>')
    .argument('<currency>', 'ISO 4217 code')
    .argument('<amount>')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<{ reason?: string }>(set, invocation, {
    request: ({ reason }, id: string, code: string, amount: string) => ({
      method: 'PUT',
      path: pathOf(id),
      body: { currency: currency(code), amount: decimal('amount', amount), reason },
    }),
    view: record,
  })
  const list = limits.command('list').description('list the limits of a partner')
  operate(list.argument('<partnerId>'), invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: pathOf(id) }),
    view: tableOf(['currency', 'amount']),
  })
}

function pathOf(partnerId: string): string {
  return `/partners/${segment(partnerId)}/credit-limits`
}
