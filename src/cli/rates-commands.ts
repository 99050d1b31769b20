import { currency, decimal } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { IMPORT_RATES } from './import-rates-command.ts'
import { group } from './invocation.ts'
import { fieldOf, listOf } from './json.ts'
import { operation, type Context } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { tableOf } from './print.ts'
import { readRatesFile } from './rates-file.ts'

const CURRENCY = { read: (_label: string, text: string) => currency(text) }

export const RATES = group('exchange rates', {
  set: operation('putFxRates', {
    about: 'set one rate, or all of a file; other pairs stay as they are',
    fields: { rates: false, guard: false },
    extend: (command) =>
      void command
        .argument('[from]', 'ISO 4217 code of a product')
        .argument('[to]', 'ISO 4217 code of a wallet')
        .argument('[rate]', 'units of `to` that one unit of `from` costs, at most 8 decimals')
        .option('--file <file>', 'CSV of from,to,rate, with or without that header; - for stdin')
        .option('--force', 'set rates that move by more than the guard allows; needs --reason'),
    async request({ body }, context) {
      const { force } = context.command.opts<{ force?: true }>()
      if (force && body.reason === undefined) {
        throw new UsageFailure('--force needs --reason: why do the rates move that far?')
      }
      const rates = await ratesOf(context)
      return requestOf('putFxRates', { body: { ...body, rates, guard: force ? undefined : true } })
    },
    view(data, colors) {
      const rows = listOf(fieldOf(data, 'rates') ?? data)
      return tableOf(['from', 'to', 'rate'])(rows, colors)
    },
    examples: `
Examples:
  $ tessera rates set USD EUR 0.92        a product in USD costs 0.92 EUR for each dollar
  $ tessera rates set --file rates.csv    where rates.csv is
                                            from,to,rate
                                            USD,EUR,0.92
                                            EUR,USD,1.08
Without a rate a product is not in the catalog of that currency. Each direction has its own rate.`,
  }),
  import: IMPORT_RATES,
  list: operation('listFxRates', {
    about: 'list the rates in force',
    columns: ['from', 'to', 'rate', 'effectiveAt', 'source', 'updatedAt'],
  }),
  history: operation('listFxRateHistory', {
    about: 'list every recorded rate of one pair or of all, the latest first',
    args: ['from', 'to'],
    fields: { from: CURRENCY, to: CURRENCY },
    request({ query }) {
      if ((query.from === undefined) !== (query.to === undefined)) {
        throw new UsageFailure(
          'give both currencies of a pair, as in `tessera rates history USD EUR`',
        )
      }
      return requestOf('listFxRateHistory', { query })
    },
    columns: ['from', 'to', 'rate', 'effectiveAt', 'source', 'recordedAt', 'recordedBy'],
  }),
})

async function ratesOf({ command, invocation }: Context): Promise<object[]> {
  const { file } = command.opts<{ file?: string }>()
  const [from, to, rate] = command.args
  if (file !== undefined) {
    if (from !== undefined) throw new UsageFailure('give either a rate or --file')
    return await readRatesFile(file, invocation.terminal)
  }
  if (from === undefined || to === undefined || rate === undefined) {
    throw new UsageFailure('give a rate, as in `tessera rates set USD EUR 0.92`, or --file')
  }
  return [{ from: currency(from), to: currency(to), rate: decimal('rate', rate) }]
}
