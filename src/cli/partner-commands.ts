import { Option, type Command } from 'commander'
import { EXPIRING_STATES, parts, wholeNumber } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operate, operateWrite, operateAct, operateList, type Invocation } from './invocation.ts'
import { fieldOf, type JsonValue } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, record, type View } from './print.ts'

/** Adds the command groups `partners` and `credentials`. */
export function addPartnerCommands(program: Command, invocation: Invocation): void {
  addPartners(program, invocation)
  addCredentials(program, invocation)
}

const PARTNER_STATUSES = ['ACTIVE', 'SUSPENDED']
const PARTNER_COLUMNS = ['partnerId', 'name', 'status', 'rateLimit', 'createdAt']

function addPartners(program: Command, invocation: Invocation): void {
  const partners = program.command('partners').description('the businesses that buy from you')
  addPartnerList(partners, invocation)
  addPartnerCreate(partners, invocation)
  operate(
    partners.command('show').description('show one partner').argument('<partnerId>'),
    invocation,
    {
      request: (_options, id: string) => ({ method: 'GET', path: partnerPath(id) }),
      view: record,
    },
  )
  addPartnerUpdate(partners, invocation)
}

interface PartnerFilter {
  readonly name?: string
  readonly status?: string
  readonly test?: boolean
}

function addPartnerList(partners: Command, invocation: Invocation): void {
  const list = partners
    .command('list')
    .description('list partners, oldest first')
    .option('--name <text>', 'only those whose name has this part')
    .addOption(new Option('--status <status>').choices(PARTNER_STATUSES))
    .option('--test', 'only test partners')
    .option('--no-test', 'no test partners')
  operateList<PartnerFilter>(list, invocation, {
    path: () => '/partners',
    query: ({ name, status, test }) => ({ name, status, test: test?.toString() }),
    columns: PARTNER_COLUMNS,
  })
}

function addPartnerCreate(partners: Command, invocation: Invocation): void {
  const command = partners
    .command('create')
    .description('create a partner')
    .argument('<name>', 'its name')
  operateWrite(command, invocation, {
    request: (_options, name: string) => ({ method: 'POST', path: '/partners', body: { name } }),
    view: record,
  })
}

interface PartnerChange {
  readonly name?: string
  readonly status?: string
  readonly rateLimit?: string
  readonly mailLanguage?: string
  readonly reason?: string
}

function addPartnerUpdate(partners: Command, invocation: Invocation): void {
  const command = partners
    .command('update')
    .description('rename, suspend or reactivate a partner, or set its rate limit or language')
    .argument('<partnerId>')
    .option('--name <name>')
    .addOption(
      new Option('--status <status>', 'a SUSPENDED partner is refused every request').choices([
        'ACTIVE',
        'SUSPENDED',
      ]),
    )
    .option(
      '--rate-limit <number>',
      'requests per second and credential, 0 for no limit, "default" for that of the service',
    )
    .option('--mail-language <tag>', 'of the mails to its consumers, such as de or pt-BR')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<PartnerChange>(command, invocation, {
    request: ({ name, status, rateLimit, mailLanguage, reason }, id: string) => {
      if ([name, status, rateLimit, mailLanguage].every((one) => one === undefined)) {
        throw new UsageFailure(
          'nothing to change: give --name, --status, --rate-limit or --mail-language',
        )
      }
      const limit = rateLimit === undefined ? undefined : rateLimitOf(rateLimit)
      const body = { name, status, rateLimit: limit, mailLanguage, reason }
      return { method: 'PATCH', path: partnerPath(id), body }
    },
    view: record,
  })
}

function rateLimitOf(text: string): number | null {
  return text === 'default' ? null : wholeNumber('--rate-limit', text)
}

const CREDENTIAL_COLUMNS = [
  'clientId',
  'label',
  'state',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'lastFailedAt',
  'lastFailure',
  'permissions',
]

interface NewCredential {
  readonly label?: string
  readonly permissions?: string
  readonly expiresAt?: string
  readonly requireSignatureV2?: true
  readonly allowAddress?: readonly string[]
  readonly test?: true
}

function addCredentials(program: Command, invocation: Invocation): void {
  const credentials = program
    .command('credentials')
    .description('keys that partners sign requests with')
  const issue = credentials
    .command('issue')
    .description('issue a credential; its secrets are shown only once')
    .argument('<partnerId>')
    .option('--label <text>', 'the purpose of the credential')
    .option('--permissions <list>', 'such as catalog:read,orders:write; default: all')
    .option('--expires-at <time>', 'such as 2030-01-31T12:00:00Z; default: never')
    .option('--require-signature-v2', 'refuse requests without x-signature-v2')
    .option('--allow-address <networks...>', 'such as 203.0.113.0/24; default: every address')
    .option('--test', 'a test credential: play money and test products, of its test partner')
  operateWrite<NewCredential>(issue, invocation, {
    request: (options, id: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/credentials`,
      body: {
        label: options.label,
        permissions: options.permissions === undefined ? undefined : parts(options.permissions),
        expiresAt: options.expiresAt,
        requireSignatureV2: options.requireSignatureV2,
        allowedAddresses: options.allowAddress,
        mode: options.test && 'test',
      },
    }),
    view: secrets,
  })
  const list = credentials
    .command('list')
    .description('list the credentials of a partner')
    .argument('<partnerId>')
    .addOption(new Option('--state <state>').choices(EXPIRING_STATES))
  operateList<{ state?: string }>(list, invocation, {
    path: (id: string) => `${partnerPath(id)}/credentials`,
    query: ({ state }) => ({ state }),
    columns: CREDENTIAL_COLUMNS,
  })
  addCredentialUpdate(credentials, invocation)
  addCredentialEnds(credentials, invocation)
}

interface GuardChange {
  readonly signatureV2?: 'required' | 'optional'
  readonly allowAddress?: readonly string[]
  readonly allowEveryAddress?: true
  readonly reason?: string
}

function addCredentialUpdate(credentials: Command, invocation: Invocation): void {
  const update = credentials
    .command('update')
    .description('change which signature a credential requires, and its allowed addresses')
    .argument('<partnerId>')
    .argument('<clientId>')
    .addOption(
      new Option('--signature-v2 <state>', 'whether x-signature-v2 is required').choices([
        'required',
        'optional',
      ]),
    )
    .option('--allow-address <networks...>', 'such as 203.0.113.0/24; replaces the previous ones')
    .option('--allow-every-address', 'remove the allow-list')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<GuardChange>(update, invocation, {
    request: ({ signatureV2, allowAddress, allowEveryAddress, reason }, id: string, client) => {
      const allowedAddresses = allowEveryAddress ? null : allowAddress
      if (signatureV2 === undefined && allowedAddresses === undefined) {
        throw new UsageFailure('nothing to change: give --signature-v2 or --allow-address')
      }
      const requireSignatureV2 = signatureV2 && signatureV2 === 'required'
      const body = { requireSignatureV2, allowedAddresses, reason }
      return { method: 'PATCH', path: credentialPath(id, client), body }
    },
    view: record,
  })
}

function addCredentialEnds(credentials: Command, invocation: Invocation): void {
  const rotate = credentials
    .command('rotate')
    .description('replace a credential; the old one stays valid for the overlap')
    .argument('<partnerId>')
    .argument('<clientId>')
    .option('--overlap-seconds <number>', 'default: a day')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<{ overlapSeconds?: string; reason?: string }>(rotate, invocation, {
    request: ({ overlapSeconds, reason }, id: string, clientId: string) => ({
      method: 'POST',
      path: `${credentialPath(id, clientId)}/rotate`,
      body: {
        overlapSeconds:
          overlapSeconds === undefined
            ? undefined
            : wholeNumber('--overlap-seconds', overlapSeconds),
        reason,
      },
    }),
    view: secrets,
  })
  const revoke = credentials
    .command('revoke')
    .description('revoke a credential at once')
    .argument('<partnerId>')
    .argument('<clientId>')
    .option('--reason <text>', 'recorded in the audit log')
  operateAct(revoke, invocation, (id: string, clientId: string) => {
    return `${credentialPath(id, clientId)}/revoke`
  })
}

function credentialPath(partnerId: string, clientId: string): string {
  return `${partnerPath(partnerId)}/credentials/${segment(clientId)}`
}

/** Renders new secrets, which nobody can read again. */
const secrets: View = (data, colors) => {
  const previous = fieldOf(data, 'previous')
  const [clientId, expiresAt] = ['clientId', 'expiresAt'].map((name) => fieldOf(previous, name))
  const told = previous && { previous: `${plain(clientId)}, valid until ${plain(expiresAt)}` }
  return [
    record({ ...(data as Readonly<Record<string, JsonValue>>), ...told }, colors),
    colors.yellow('Copy the secrets now: they are not shown again.'),
  ].join('\n')
}

export function partnerPath(partnerId: string): string {
  return `/partners/${segment(partnerId)}`
}
