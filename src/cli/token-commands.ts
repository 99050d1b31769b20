import { Option, type Command } from 'commander'
import { EXPIRING_STATES, optionalWhole } from './arguments.ts'
import { operateList, operateWrite, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record } from './print.ts'

interface CreateOptions {
  readonly role: string
  readonly days?: string
  readonly reason?: string
}

const ACTS: readonly (readonly [name: string, help: string])[] = [
  ['revoke', 'end a token for good, at once'],
  ['take-over', 'take a token over, so that it does not end with whoever made it'],
]

/** Adds the command group `tokens`. */
export function addTokenCommands(program: Command, invocation: Invocation): void {
  const tokens = program.command('tokens').description('the tokens of machines of the operator')
  const create = tokens
    .command('create')
    .description('make a token, which is shown once')
    .argument('<name>', 'what uses it')
    .requiredOption('--role <role>', 'it may do what this role may, such as auditor')
    .option('--days <days>', 'expires after so many days; 90 without it')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<CreateOptions>(create, invocation, {
    request: ({ role, days, reason }, name: string) => ({
      method: 'POST',
      path: '/tokens',
      body: { name, role, expiresInDays: optionalWhole('--days', days), reason },
    }),
    view: record,
  })
  const list = tokens
    .command('list')
    .description('list the tokens, newest first')
    .addOption(new Option('--state <state>').choices([...EXPIRING_STATES, 'ENDED']))
  operateList<{ state?: string }>(list, invocation, {
    path: () => '/tokens',
    query: ({ state }) => ({ state }),
    columns: [
      'tokenId',
      'name',
      'role',
      'state',
      'issuedBy',
      'expiresAt',
      'revokedAt',
      'lastUsedAt',
      'lastUsedFrom',
    ],
  })
  for (const [name, help] of ACTS) {
    const command = tokens
      .command(name)
      .description(help)
      .argument('<tokenId>')
      .option('--reason <text>', 'recorded in the audit log')
    operateWrite<{ reason?: string }>(command, invocation, {
      request: ({ reason }, tokenId: string) => ({
        method: 'POST',
        path: `/tokens/${segment(tokenId)}/${name}`,
        body: { reason },
      }),
      view: record,
    })
  }
}
