import { Readable } from 'node:stream'
import { parts } from './arguments.ts'
import { operatorConnection } from './connection.ts'
import { UsageFailure } from './failure.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { uploadAsOperator } from './operator-api.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { plain, tableOf } from './print.ts'
import { readFileOrStdin } from './sources.ts'
import type { Colors } from './terminal.ts'

/** The command `rates import`, for a published list or one of your own. */
export const IMPORT_RATES = operation('importFxRates', {
  about: 'import a list of rates, all or none',
  fields: {
    format: 'default: detected',
    currencies: {
      flags: '--currencies <codes>',
      help: 'import these of a list of the ECB; default: those in use',
      read: (_label, text) => parts(text.toUpperCase()).join(),
    },
    dryRun: 'show what would be imported, but change nothing',
    force: 'skip the checks of movement and day; needs --reason',
  },
  takesKey: false,
  extend: (command) => void command.argument('<file>', 'XML or CSV; - for the standard input'),
  request(input) {
    const { force, reason } = input.query
    if (force !== undefined && reason === undefined) {
      throw new UsageFailure('--force needs --reason')
    }
    return requestOf('importFxRates', input)
  },
  async send(request, { command, invocation: { environment, terminal } }) {
    const bytes = await readFileOrStdin(command.args[0] ?? '', terminal)
    return await uploadAsOperator(await operatorConnection(environment), request, {
      type: isXml(bytes, request.query?.format) ? 'text/xml' : 'text/csv',
      body: Readable.from([bytes]),
    })
  },
  view: outcome,
  examples: `
Formats: ecb-xml is the European Central Bank's eurofxref-daily.xml and ecb-csv its eurofxref.csv,
from which the rates between all currencies in use are computed, both ways; csv has from,to,rate.

Examples:
  $ tessera rates import eurofxref-daily.xml --dry-run
  $ tessera rates import eurofxref-daily.xml --effective-at 2026-01-31T23:00:00Z
  $ tessera rates import rates.csv --source "the bank" --force --reason "the krona was let go"

A rate that moves by more than TESSERA_RATE_GUARD_PERCENT refuses the whole file, unless --force.
So does the day of a list that is older than what is there, or has not come.`,
})

function isXml(bytes: Buffer, format: string | undefined): boolean {
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
