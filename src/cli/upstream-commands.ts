import type { Command } from 'commander'
import { currency, optionalDecimal } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operateWrite, operateList, type Invocation } from './invocation.ts'
import { fieldOf, listOf, parseJson, type JsonValue } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, record, type Column } from './print.ts'
import { addPurchaseCommands } from './purchase-commands.ts'
import { readSource } from './sources.ts'

/** Adds the command group `upstreams`. */
export function addUpstreamCommands(program: Command, invocation: Invocation): void {
  const upstreams = program
    .command('upstreams')
    .description('other services with this same interface, to buy from')
  const list = upstreams.command('list').description('list upstreams, with our float at each')
  operateList(list, invocation, { path: () => '/upstreams', columns: COLUMNS })
  addAdd(upstreams, invocation)
  addUpdate(upstreams, invocation)
  addPurchaseCommands(upstreams, invocation)
}

const FLOATS: Column = {
  title: 'float',
  of: (row) =>
    listOf(fieldOf(row, 'floats') ?? [])
      .map((float) => `${plain(fieldOf(float, 'funds'))} ${plain(fieldOf(float, 'currency'))}`)
      .join(', '),
}

const COLUMNS: readonly Column[] = [
  'name',
  'baseUrl',
  'currency',
  'active',
  FLOATS,
  'lowFloat',
  'answers',
  'answeredAt',
  'lastFault',
]

interface Credential {
  readonly clientId?: string
  readonly secrets?: string
}

function addAdd(upstreams: Command, invocation: Invocation): void {
  const add = upstreams
    .command('add')
    .description('register our account at another service')
    .argument('<name>', 'its name in the settings of products')
    .argument('<baseUrl>', 'such as https://codes.example.com')
    .requiredOption('--currency <code>', 'currency of the funds that pay its orders')
    .option('--low-float <amount>', 'raise an alert below this')
    .addHelpText(
      'after',
      `
Example:
  $ tessera upstreams add acme https://codes.example.com --currency USD --low-float 5000 \\
      --client-id 7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a --secrets @acme.json
    where acme.json is {"apiKey": "...", "hmacSecret": "..."}, as they were shown
  $ tessera products create --brand "Northwind" --currency USD --fixed 10,25 \\
      --supplier upstream --supplier-settings '{"upstream":"acme","productId":17}'`,
    )
  withCredential(add, 'requiredOption').option('--reason <text>', 'recorded in the audit log')
  operateWrite<Credential & { currency: string; lowFloat?: string; reason?: string }>(
    add,
    invocation,
    {
      request: async (options, name: string, baseUrl: string) => ({
        method: 'POST',
        path: '/upstreams',
        body: {
          name,
          baseUrl,
          ...(await credentialOf(options, invocation)),
          currency: currency(options.currency),
          lowFloat: optionalDecimal('--low-float', options.lowFloat),
          reason: options.reason,
        },
      }),
      view: record,
    },
  )
}

function addUpdate(upstreams: Command, invocation: Invocation): void {
  const update = upstreams
    .command('update')
    .description('change the credential, the threshold, or whether it is in use')
    .argument('<name>')
    .option('--low-float <amount>', 'raise an alert below this; "none" for no alert')
    .option('--active', 'buy there')
    .option('--no-active', 'stop buying there; purchases in progress end normally')
  withCredential(update, 'option').option('--reason <text>', 'recorded in the audit log')
  operateWrite<Credential & { lowFloat?: string; active?: boolean; reason?: string }>(
    update,
    invocation,
    {
      request: async (options, name: string) => {
        const { lowFloat, active, reason } = options
        const credential = await credentialOf(options, invocation)
        const threshold = lowFloat === 'none' ? null : optionalDecimal('--low-float', lowFloat)
        const body = { ...credential, lowFloat: threshold, active }
        if (Object.values(body).every((value) => value === undefined)) {
          throw new UsageFailure('nothing to change: give at least one option')
        }
        return { method: 'PATCH', path: `/upstreams/${segment(name)}`, body: { ...body, reason } }
      },
      view: record,
    },
  )
}

function withCredential(command: Command, option: 'option' | 'requiredOption'): Command {
  return command[option]('--client-id <uuid>', 'of our credential there')[option](
    '--secrets <json>',
    'its apiKey and hmacSecret: @file, or - for the standard input',
  )
}

/** Reads secrets from a file or the standard input, because every process can see arguments. */
async function credentialOf(
  { clientId, secrets }: Credential,
  { terminal }: Invocation,
): Promise<Record<string, JsonValue | undefined>> {
  if (clientId === undefined && secrets === undefined) return {}
  if (clientId === undefined || secrets === undefined) {
    throw new UsageFailure('--client-id and --secrets belong together')
  }
  if (!/^(@.|-$)/s.test(secrets)) throw new UsageFailure('--secrets must be @file or -')
  const read = parseJson((await readSource(secrets, terminal)).toString('utf8'))
  if (read === undefined) throw new UsageFailure('--secrets must be JSON')
  return { clientId, apiKey: fieldOf(read, 'apiKey'), hmacSecret: fieldOf(read, 'hmacSecret') }
}
