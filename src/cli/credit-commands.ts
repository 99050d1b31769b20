import type { Command } from 'commander'
import { currency, decimal, optionalDecimal } from './arguments.ts'
import { operate, operateWrite, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record, tableOf } from './print.ts'

/** Adds the command groups `credit-limits` and `spend-limits`. */
export function addCreditCommands(program: Command, invocation: Invocation): void {
  addCreditLimits(program, invocation)
  addSpendLimits(program, invocation)
}

function addCreditLimits(program: Command, invocation: Invocation): void {
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
      path: pathOf(id, 'credit-limits'),
      body: { currency: currency(code), amount: decimal('amount', amount), reason },
    }),
    view: record,
  })
  const list = limits.command('list').description('list the limits of a partner')
  operate(list.argument('<partnerId>'), invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: pathOf(id, 'credit-limits') }),
    view: tableOf(['currency', 'amount']),
  })
}

interface SpendLimitOptions {
  readonly client?: string
  readonly perDay?: string
  readonly perMonth?: string
  readonly reason?: string
}

function addSpendLimits(program: Command, invocation: Invocation): void {
  const limits = program
    .command('spend-limits')
    .description('what partners may spend in a day and a month (UTC)')
  const set = limits
    .command('set')
    .description('set the limits of one currency; an option that is left out changes nothing')
    .argument('<partnerId>')
    .argument('<currency>', 'ISO 4217 code')
    .option('--client <clientId>', 'of one credential, not of the whole partner')
    .option('--per-day <amount>', '"none" for no limit')
    .option('--per-month <amount>', '"none" for no limit')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<SpendLimitOptions>(set, invocation, {
    request: ({ client, perDay, perMonth, reason }, id: string, code: string) => ({
      method: 'PUT',
      path: pathOf(id, 'spend-limits'),
      body: {
        clientId: client,
        currency: currency(code),
        perDay: amountOrNone('--per-day', perDay),
        perMonth: amountOrNone('--per-month', perMonth),
        reason,
      },
    }),
    view: record,
  })
  const list = limits.command('list').description('list the limits of a partner, with the spent')
  operate(list.argument('<partnerId>'), invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: pathOf(id, 'spend-limits') }),
    view: tableOf(['clientId', 'currency', 'perDay', 'spentToday', 'perMonth', 'spentThisMonth']),
  })
}

function amountOrNone(option: string, text: string | undefined) {
  return text === 'none' ? null : optionalDecimal(option, text)
}

function pathOf(partnerId: string, limits: string): string {
  return `/partners/${segment(partnerId)}/${limits}`
}
