import { type Command, Option } from 'commander'
import { EXIT_FAILURE, UsageFailure } from './failure.ts'
import { type ServiceInvocation, showReport, STAND_INS, type SupplierTest } from './invocation.ts'
import { fieldOf, parseJson } from './json.ts'
import { tableOf } from './print.ts'
import { readSource } from './sources.ts'

interface Options {
  readonly secrets: string
  readonly adapter: SupplierTest['adapter']
  readonly settings?: string
  readonly listing?: string
  readonly recipient?: string
  readonly json?: true
}

/** Adds the command `supplier-test`. */
export function addSupplierTestCommand(program: Command, invocation: ServiceInvocation): void {
  const command = program
    .command('supplier-test')
    .description('test a plug-in, or a stand-in, by purchases that go wrong, and print a table')
    .argument('<url>', 'its address')
    .requiredOption('--secrets <json>', 'its secrets by name: @file, or - for the standard input')
    .addOption(
      new Option('--adapter <name>', 'whose interface it has')
        .choices([...STAND_INS, 'tessera'])
        .default('plugin'),
    )
    .option(
      '--settings <json>',
      'the settings of the account, such as {"currency":"EUR"}; or @file',
    )
    .option('--listing <name>', 'the listing of its catalog to buy; default: the first')
    .option('--recipient <json>', 'the recipient, such as {"phoneNumber":"+49..."}; or @file')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
  command.action(async (url: string) => {
    const options = command.opts<Options>()
    const { secrets, adapter, listing, settings = '{}', recipient = '{}', json } = options
    if (!/^(@.|-$)/s.test(secrets)) throw new UsageFailure('--secrets must be @file or -')
    const report = await invocation.processes.supplierTest({
      url,
      adapter,
      listing,
      secrets: await textsOf('--secrets', secrets, invocation),
      settings: await textsOf('--settings', settings, invocation),
      recipient: await textsOf('--recipient', recipient, invocation),
    })
    showReport(invocation, json, {
      report,
      view: (data, colors) => SCENARIOS(fieldOf(data, 'scenarios') ?? [], colors),
    })
    if (!report.isWell) invocation.exitCode = EXIT_FAILURE
  })
}

const SCENARIOS = tableOf(['result', 'scenario', 'detail'])

async function textsOf(
  option: string,
  input: string,
  { terminal }: ServiceInvocation,
): Promise<Record<string, string>> {
  const json = parseJson((await readSource(input, terminal)).toString('utf8'))
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const entries = Object.entries(isObject ? json : {})
  if (isObject && entries.every((one): one is [string, string] => typeof one[1] === 'string')) {
    return Object.fromEntries(entries)
  }
  throw new UsageFailure(`${option} must be a JSON object of texts`)
}

const HELP = `
It buys about ten units, so it is for a sandbox.

Example:
  $ tessera supplier-test http://127.0.0.1:9100 --secrets @plugin.json`
