import type { Command } from 'commander'
import { findStoredCurrency, formatAmount } from '../core/mod.ts'
import { currency, decimal, optionalDecimal } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operate, operateWrite, type Invocation } from './invocation.ts'
import { partnerPath } from './partner-commands.ts'
import { record, tableOf } from './print.ts'

const REFERENCE = [
  '--reference <text>',
  'your key for this deposit or reversal: repeating it returns the first result and moves nothing',
] as const

/** The largest deposit that is not confirmed: 100,000.00 USD, 10,000,000 JPY, 10,000.000 KWD. */
const UNCONFIRMED_MINOR_MAX = 10_000_000n

interface Movement {
  readonly reference: string
  readonly reason?: string
  readonly deposit?: string
  readonly confirm?: string
}

/** Adds the command group `deposits`. */
export function addDepositCommands(program: Command, invocation: Invocation): void {
  const deposits = program.command('deposits').description("a partner's funds")
  const create = deposits
    .command('create')
    .description("add to a partner's funds; orders that wait for funds resume")
  const confirmed = movement(create)
    .requiredOption(...REFERENCE)
    .option(
      '--confirm <amount>',
      'the amount again; needed above 100000 USD, 10000000 JPY: ten million minor units',
    )
  operateWrite<Movement>(confirmed, invocation, {
    request: ({ reference, confirm }, id: string, code: string, amount: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/deposits`,
      body: { ...confirmedAmount(currency(code), amount, confirm), reference },
    }),
    view: record,
  })
  operate<{ after?: string; pageSize?: string }>(listed(deposits.command('list')), invocation, {
    request: ({ after, pageSize }, id: string) => ({
      method: 'GET',
      path: `${partnerPath(id)}/deposits`,
      query: { after, pageSize },
    }),
    view: tableOf(['depositId', 'at', 'currency', 'amount', 'reversed', 'left', 'reference']),
  })
  addReverse(deposits, invocation)
}

/** Throws for a large amount that is not typed twice: a digit too many is money to spend. */
function confirmedAmount(code: string, typed: string, confirm: string | undefined) {
  const amount = decimal('amount', typed)
  const confirmation = optionalDecimal('--confirm', confirm)
  const exponent = findStoredCurrency(code)?.exponent ?? 0
  if (confirmation === undefined && amount * 10 ** exponent > UNCONFIRMED_MINOR_MAX) {
    const limit = formatAmount(UNCONFIRMED_MINOR_MAX, { code, exponent })
    throw new UsageFailure(
      `${typed} ${code} is above ${limit} ${code}; if it is right, add --confirm ${typed}`,
    )
  }
  return { currency: code, amount, confirm: confirmation }
}

function listed(command: Command): Command {
  return command
    .description('list the deposits of a partner, newest first')
    .argument('<partnerId>')
    .option('--after <id>', 'continue after this deposit')
    .option('--page-size <number>', 'entries of a page, at most 2000')
}

function addReverse(deposits: Command, invocation: Invocation): void {
  const reverse = deposits
    .command('reverse')
    .description('take a deposit back; funds may go below zero, which suspends orders')
  const reasoned = movement(reverse)
    .option('--deposit <id>', 'the deposit that it takes back; at most what is left of it')
    .requiredOption(...REFERENCE)
    .requiredOption('--reason <text>', 'recorded in the audit log')
  operateWrite<Movement>(reasoned, invocation, {
    request: ({ reference, reason, deposit }, id: string, code: string, amount: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/reversals`,
      // Also a currency that is no longer listed: the service knows which ones it has stored.
      body: {
        depositId: deposit,
        currency: code.toUpperCase(),
        amount: decimal('amount', amount),
        reference,
        reason,
      },
    }),
    view: record,
  })
}

function movement(command: Command): Command {
  return command
    .argument('<partnerId>')
    .argument('<currency>', 'ISO 4217 code')
    .argument('<amount>', 'such as 25000 or 12.50')
}
