import type { Command } from 'commander'
import { currency, decimal } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { addRatesImport } from './import-rates-command.ts'
import { operateWrite, operateList, type Invocation } from './invocation.ts'
import { fieldOf, listOf } from './json.ts'
import { tableOf } from './print.ts'
import { readRatesFile } from './rates-file.ts'

/** Adds the command group `rates`. */
export function addRatesCommands(program: Command, invocation: Invocation): void {
  const rates = program.command('rates').description('exchange rates')
  addRatesSet(rates, invocation)
  addRatesImport(rates, invocation)
  addRatesList(rates, invocation)
  addRatesHistory(rates, invocation)
}

interface SetOptions {
  readonly file?: string
  readonly effectiveAt?: string
  readonly source?: string
  readonly force?: true
  readonly reason?: string
}

function addRatesSet(rates: Command, invocation: Invocation): void {
  const set = rates
    .command('set')
    .description('set one rate, or all of a file; other pairs stay as they are')
    .argument('[from]', 'ISO 4217 code of a product')
    .argument('[to]', 'ISO 4217 code of a wallet')
    .argument('[rate]', 'units of `to` that one unit of `from` costs, at most 8 decimals')
    .option('--file <file>', 'CSV of from,to,rate, with or without that header; - for stdin')
    .option('--effective-at <time>', 'such as 2026-01-31T12:00:00Z; default: now')
    .option('--source <text>', 'the source, which is stored with the rates')
    .option('--force', 'set rates that move by more than the guard allows; needs --reason')
    .option('--reason <text>', 'recorded in the audit log')
    .addHelpText(
      'after',
      `
Examples:
  $ tessera rates set USD EUR 0.92        a product in USD costs 0.92 EUR for each dollar
  $ tessera rates set --file rates.csv    where rates.csv is
                                            from,to,rate
                                            USD,EUR,0.92
                                            EUR,USD,1.08
Without a rate a product is not in the catalog of that currency. Both ways are rates of their own.`,
    )
  operateWrite<SetOptions>(set, invocation, {
    request: async ({ file, force, ...options }, ...pair: string[]) => {
      const { effectiveAt, source, reason } = options
      if (force && reason === undefined) {
        throw new UsageFailure('--force needs --reason: why do the rates move that far?')
      }
      const newRates = await ratesOf(file, pair, invocation)
      const how = { effectiveAt, source, guard: force ? undefined : true, reason }
      return { method: 'PUT', path: '/fx-rates', body: { rates: newRates, ...how } }
    },
    view: (data, colors) => {
      const rows = listOf(fieldOf(data, 'rates') ?? data)
      return tableOf(['from', 'to', 'rate'])(rows, colors)
    },
  })
}

async function ratesOf(
  file: string | undefined,
  rates: readonly string[],
  { terminal }: Invocation,
): Promise<object[]> {
  if (file !== undefined) {
    if (rates.length > 0) throw new UsageFailure('give either a rate or --file')
    return await readRatesFile(file, terminal)
  }
  const [from, to, rate] = rates
  if (from === undefined || to === undefined || rate === undefined) {
    throw new UsageFailure('give a rate, as in `tessera rates set USD EUR 0.92`, or --file')
  }
  return [{ from: currency(from), to: currency(to), rate: decimal('rate', rate) }]
}

function addRatesList(rates: Command, invocation: Invocation): void {
  operateList(rates.command('list').description('list the rates in force'), invocation, {
    path: () => '/fx-rates',
    columns: ['from', 'to', 'rate', 'effectiveAt', 'source', 'updatedAt'],
  })
}

function addRatesHistory(rates: Command, invocation: Invocation): void {
  const history = rates
    .command('history')
    .description('list every recorded rate of one pair or of all, the latest first')
    .argument('[from]')
    .argument('[to]')
  operateList(history, invocation, {
    path: () => '/fx-rates/history',
    query: (_options, from?: string, to?: string) => {
      if ((from === undefined) !== (to === undefined)) {
        throw new UsageFailure(
          'give both currencies of a pair, as in `tessera rates history USD EUR`',
        )
      }
      return { from: from && currency(from), to: to && currency(to) }
    },
    columns: ['from', 'to', 'rate', 'effectiveAt', 'source', 'recordedAt', 'recordedBy'],
  })
}
