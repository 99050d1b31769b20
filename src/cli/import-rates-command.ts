import { Readable } from 'node:stream'
import { Option, type Command } from 'commander'
import { parts } from './arguments.ts'
import { operatorConnection } from './connection.ts'
import { UsageFailure } from './failure.ts'
import { asJson, show, type Invocation } from './invocation.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { uploadAsOperator } from './operator-api.ts'
import { plain, tableOf } from './print.ts'
import { readFileOrStdin } from './sources.ts'
import type { Colors } from './terminal.ts'

const FORMATS = ['ecb-xml', 'ecb-csv', 'csv']

interface ImportOptions {
  readonly format?: string
  readonly currencies?: string
  readonly effectiveAt?: string
  readonly source?: string
  readonly dryRun?: true
  readonly force?: true
  readonly reason?: string
}

const EXAMPLES = `
Formats: ecb-xml is the European Central Bank's eurofxref-daily.xml and ecb-csv its eurofxref.csv,
of which the rates between all currencies in use are made, both ways; csv has lines of from,to,rate.

Examples:
  $ tessera rates import eurofxref-daily.xml --dry-run
  $ tessera rates import eurofxref-daily.xml --effective-at 2026-01-31T23:00:00Z
  $ tessera rates import rates.csv --source "the bank" --force --reason "the krona was let go"

A rate that moves by more than TESSERA_RATE_GUARD_PERCENT refuses the whole file, unless --force.
So does the day of a list that is older than what is there, or has not come.`

/** Adds the command `rates import`, for a published list or one of your own. */
export function addRatesImport(rates: Command, invocation: Invocation): void {
  const command = asJson(rates.command('import'))
    .description('import a list of rates, all or none')
    .argument('<file>', 'XML or CSV; - for the standard input')
    .addOption(new Option('--format <format>', 'default: detected').choices(FORMATS))
    .option('--currencies <codes>', 'import these of a list of the ECB; default: those in use')
    .option('--effective-at <time>', 'such as 2026-01-31T12:00:00Z; default: now')
    .option('--source <text>', 'the source, which is stored with the rates')
    .option('--dry-run', 'show what would be imported, but change nothing')
    .option('--force', 'skip the checks of movement and day; needs --reason')
    .option('--reason <text>', 'recorded in the audit log')
    .addHelpText('after', EXAMPLES)
  command.action(async (file: string) => {
    const options = command.opts<ImportOptions>()
    if (options.force && options.reason === undefined)
      throw new UsageFailure('--force needs --reason')
    const bytes = await readFileOrStdin(file, invocation.terminal)
    const response = await uploadAsOperator(await operatorConnection(invocation.environment), {
      path: `/fx-rates/import${queryOf(options)}`,
      type: isXml(bytes, options) ? 'text/xml' : 'text/csv',
      body: Readable.from([bytes]),
    })
    show(invocation, command, { response, view: outcome })
  })
}

function queryOf({ currencies, dryRun, force, ...options }: ImportOptions): string {
  const codes = currencies && parts(currencies.toUpperCase()).join()
  const all = Object.entries({ ...options, currencies: codes, dryRun, force })
  const query = all.flatMap(([name, value]): [string, string][] =>
    name === 'json' || value === undefined ? [] : [[name, String(value)]],
  )
  return query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`
}

function isXml(bytes: Buffer, { format }: ImportOptions): boolean {
  if (format !== undefined) return format === 'ecb-xml'
  return bytes.toString('utf8').trimStart().startsWith('<')
}

function outcome(data: JsonValue, colors: Colors): string {
  const [rates, forced] = ['rates', 'forced'].map((name) => listOf(fieldOf(data, name)))
  const unknown = listOf(fieldOf(data, 'unknownCurrencies'))
  const done = fieldOf(data, 'dryRun') === true ? 'would be recorded' : 'recorded'
  const [source, at] = ['source', 'effectiveAt'].map((name) => plain(fieldOf(data, name)))
  return [
    tableOf(['from', 'to', 'before', 'rate'])(rates ?? [], colors),
    '',
    colors.green(`${rates?.length ?? 0} rates ${done}: ${source}, from ${at} on`),
    ...(unknown.length > 0 ? [colors.dim(`no currencies: ${unknown.map(plain).join(', ')}`)] : []),
    ...(forced && forced.length > 0
      ? [colors.bold('despite the guard'), tableOf(MOVE_COLUMNS)(forced, colors)]
      : []),
  ].join('\n')
}

const MOVE_COLUMNS = ['pair', 'before', 'after', 'percent']
