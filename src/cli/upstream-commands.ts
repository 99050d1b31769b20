import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { fieldOf, listOf, parseJson, textOf } from './json.ts'
import { operation, type Context } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { plain } from './print.ts'
import { PURCHASE_COMMANDS } from './purchase-commands.ts'
import { readSource } from './sources.ts'

const CLIENT_ID = { flags: '--client-id <uuid>', help: 'of our credential there' }
const SECRETS = [
  '--secrets <json>',
  'its apiKey and hmacSecret: @file, or - for the standard input',
] as const

/** The command group `upstreams`. */
export const UPSTREAMS = group('other services with this same interface, to buy from', {
  list: operation('listUpstreams', {
    about: 'list other Tessera services, with our float at each',
    columns: [
      'name',
      'baseUrl',
      'currency',
      'active',
      {
        title: 'float',
        of: (row) =>
          listOf(fieldOf(row, 'floats') ?? [])
            .map(
              (float) => `${plain(fieldOf(float, 'funds'))} ${plain(fieldOf(float, 'currency'))}`,
            )
            .join(', '),
      },
      'lowFloat',
      'answers',
      'answeredAt',
      'lastFault',
    ],
  }),
  add: operation('createUpstream', {
    about: 'register our account at another service',
    args: ['name', 'baseUrl'],
    fields: {
      name: 'its name in the settings of products',
      baseUrl: 'such as https://codes.example.com',
      clientId: CLIENT_ID,
      apiKey: false,
      hmacSecret: false,
    },
    extend: (command) => void command.requiredOption(...SECRETS),
    async request({ body }, context) {
      const secrets = await secretsOf(context)
      return requestOf('createUpstream', { body: { ...body, ...secrets } })
    },
    examples: `
Example:
  $ tessera upstreams add acme https://codes.example.com --currency USD --low-float 5000 \\
      --client-id 7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a --secrets @acme.json
    where acme.json is {"apiKey": "...", "hmacSecret": "..."}, as they were shown
  $ tessera products create --brand "Northwind" --currency USD --fixed 10,25 \\
      --supplier upstream --supplier-settings '{"upstream":"acme","productId":17}'`,
  }),
  update: operation('updateUpstream', {
    about: 'change the credential, the threshold, or whether it is in use',
    fields: {
      clientId: CLIENT_ID,
      apiKey: false,
      hmacSecret: false,
      lowFloat: { help: 'raise an alert below this; "none" for no alert', none: 'none' },
      active: {
        help: 'buy there',
        helpOfNo: 'stop buying there; purchases in progress end normally',
      },
    },
    extend: (command) => void command.option(...SECRETS),
    async request({ path, body }, context) {
      const { secrets } = context.command.opts<Secrets>()
      if ((body.clientId === undefined) !== (secrets === undefined)) {
        throw new UsageFailure('--client-id and --secrets belong together')
      }
      const credential = secrets === undefined ? {} : await secretsOf(context)
      return requestOf('updateUpstream', { path, body: { ...body, ...credential } })
    },
  }),
  ...PURCHASE_COMMANDS,
})

interface Secrets {
  readonly secrets?: string
}

/** Reads secrets from a file or the standard input, because every process can see arguments. */
async function secretsOf({ command, invocation: { terminal } }: Context) {
  const { secrets = '' } = command.opts<Secrets>()
  if (!/^(@.|-$)/s.test(secrets)) throw new UsageFailure('--secrets must be @file or -')
  const read = parseJson((await readSource(secrets, terminal)).toString('utf8'))
  if (read === undefined) throw new UsageFailure('--secrets must be JSON')
  const [apiKey = '', hmacSecret = ''] = ['apiKey', 'hmacSecret'].map((name) =>
    textOf(fieldOf(read, name)),
  )
  return { apiKey, hmacSecret }
}
