import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { fieldOf, listOf, parseJson, type JsonValue } from './json.ts'
import { operation, type Context } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { plain } from './print.ts'
import { readSource } from './sources.ts'
import { SUPPLIER_LISTINGS } from './supplier-listing-commands.ts'
import { SUPPLIER_PURCHASES } from './supplier-purchase-commands.ts'

const SECRETS = [
  '--secrets <json>',
  'its secrets by name: @file, or - for the standard input',
] as const
const SETTINGS = 'its settings by name; JSON or @file'
const LOW_FLOAT = 'alert below these funds, such as {"amount":500,"currency":"EUR"}; JSON or @file'

export const SUPPLIERS = group('our accounts at suppliers, and what we buy there', {
  adapters: operation('listSupplierAdapters', {
    about: 'list the known interfaces of suppliers, and what an account there needs',
    columns: [
      'adapter',
      'productTypes',
      { title: 'secrets', read: (row) => namesOf(fieldOf(row, 'secrets')) },
      { title: 'settings', read: (row) => namesOf(fieldOf(row, 'settings')) },
      { title: 'productSettings', read: (row) => namesOf(fieldOf(row, 'productSettings')) },
    ],
  }),
  list: operation('listSuppliers', {
    about: 'list our accounts, with what is left there and what waits for a person',
    columns: [
      'supplier',
      'environment',
      'active',
      { title: 'funds', read: fundsOf },
      { title: 'daysLeft', read: (row) => joinPots(row, (pot) => plain(fieldOf(pot, 'daysLeft'))) },
      'unclearPurchases',
      'answers',
      'answeredAt',
      'lastFault',
    ],
  }),
  show: operation('getSupplier', { about: 'show one account' }),
  add: operation('createSupplier', {
    about: 'register our account at a supplier',
    args: ['adapter', 'name'],
    fields: {
      adapter: 'as `suppliers adapters` lists them',
      environment: { values: ['live', 'sandbox'] },
      baseUrl: "an address in place of the supplier's, such as that of a stand-in",
      secrets: false,
      settings: SETTINGS,
      lowFloat: LOW_FLOAT,
    },
    extend: (command) => void command.requiredOption(...SECRETS),
    async request({ body }, context) {
      return requestOf('createSupplier', { body: { ...body, secrets: await secretsOf(context) } })
    },
    examples: `
Example:
  $ tessera suppliers add reloadly main --environment live --secrets @reloadly.json
    where reloadly.json is {"clientId": "...", "clientSecret": "..."}
  $ tessera products create --brand "Northwind" --currency EUR --fixed 10,25 \\
      --supplier reloadly --supplier-settings '{"account":"main","product":"101"}'`,
  }),
  update: operation('updateSupplier', {
    about: 'change secrets, settings, the threshold of the funds, or whether we buy there',
    fields: {
      secrets: false,
      settings: SETTINGS,
      lowFloat: { help: `${LOW_FLOAT}; "none" for no alert`, none: 'none' },
      active: { help: 'buy there', helpOfNo: 'stop buying there; what is under way ends normally' },
    },
    extend: (command) => void command.option(...SECRETS),
    async request({ path, body }, context) {
      const { secrets } = context.command.opts<Secrets>()
      const newSecrets = secrets === undefined ? {} : { secrets: await secretsOf(context) }
      return requestOf('updateSupplier', { path, body: { ...body, ...newSecrets } })
    },
  }),
  products: operation('listSupplierProducts', {
    about: 'list our products that buy there, and what they buy',
    columns: ['productId', 'brand', 'currency', 'active', 'step', 'settings'],
  }),
  ...SUPPLIER_LISTINGS,
  ...SUPPLIER_PURCHASES,
  health: operation('listSupplierHealth', {
    about: 'list circuits, calls and faults by product and supplier',
    columns: [
      'productId',
      'supplier',
      'account',
      'circuit',
      'circuitSince',
      'answered',
      'failed',
      'unfundedSince',
      'lastFault',
    ],
  }),
})

function namesOf(list: JsonValue | undefined): string {
  return listOf(list ?? [])
    .map((field) => `${plain(fieldOf(field, 'name'))}${optionalMark(field)}`)
    .join(', ')
}

function optionalMark(field: JsonValue): string {
  return fieldOf(field, 'required') === true ? '' : '?'
}

function fundsOf(row: JsonValue): string {
  return joinPots(row, (pot) => {
    const name = fieldOf(pot, 'pot')
    const money = `${plain(fieldOf(pot, 'funds'))} ${plain(fieldOf(pot, 'currency'))}`
    return name === undefined ? money : `${money} (${plain(name)})`
  })
}

function joinPots(row: JsonValue, textOf: (pot: JsonValue) => string): string {
  return listOf(fieldOf(row, 'pots') ?? [])
    .map(textOf)
    .join(', ')
}

interface Secrets {
  readonly secrets?: string
}

/** Reads secrets from a file or the standard input, because every process can see arguments. */
async function secretsOf({ command, invocation: { terminal } }: Context): Promise<object> {
  const { secrets = '' } = command.opts<Secrets>()
  if (!/^(@.|-$)/s.test(secrets)) throw new UsageFailure('--secrets must be @file or -')
  const json = parseJson((await readSource(secrets, terminal)).toString('utf8'))
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  if (!isObject) throw new UsageFailure('--secrets must be a JSON object')
  return json
}
