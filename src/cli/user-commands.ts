import { Option, type Command } from 'commander'
import { optionalWhole } from './arguments.ts'
import { operateList, operateWrite, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record } from './print.ts'

const USER_COLUMNS = ['userId', 'email', 'name', 'partnerId', 'role', 'status', 'lastSignInAt']

interface Act {
  readonly method: 'POST' | 'PATCH'
  /** After the user. */
  readonly path?: string
  readonly body?: object
}

/** What is done to a user without further arguments. */
const ACTS: readonly (readonly [name: string, help: string, request: Act])[] = [
  ['revoke-sessions', 'end all sessions of a user', { method: 'POST', path: '/sessions/revoke' }],
  [
    'reset-factors',
    'remove the second factors that a user has lost',
    { method: 'POST', path: '/second-factors/reset' },
  ],
  [
    'unlink',
    'unlink a user from the subject of the OpenID Connect provider',
    { method: 'POST', path: '/identities/unlink' },
  ],
  [
    'disable',
    'end all sessions of a user, and let it sign in no more',
    { method: 'PATCH', body: { status: 'DISABLED' } },
  ],
  ['enable', 'let a user sign in again', { method: 'PATCH', body: { status: 'ACTIVE' } }],
]

const STATUSES = ['ACTIVE', 'DISABLED']

interface UserFilter {
  readonly partner?: string
  readonly email?: string
  readonly role?: string
  readonly status?: string
}

interface InviteOptions {
  readonly role: string
  readonly partner?: string
  readonly link?: true
  readonly reason?: string
}

/** Adds the command group `users`. */
export function addUserCommands(program: Command, invocation: Invocation): void {
  const users = program.command('users').description('the people who sign in, and their roles')
  const invite = users
    .command('invite')
    .description('invite a person, by mail or by a link that is shown once')
    .argument('<email>')
    .requiredOption('--role <role>', 'such as admin, or owner with --partner')
    .option('--partner <partnerId>', 'a user of this partner; without it, of the operator')
    .option('--link', 'show the link, also if the service has a mail server')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<InviteOptions>(invite, invocation, {
    request: ({ role, partner, link, reason }, email: string) => ({
      method: 'POST',
      path: '/invitations',
      body: {
        email,
        role,
        partnerId: optionalWhole('--partner', partner),
        delivery: link && 'link',
        reason,
      },
    }),
    view: record,
  })
  const list = users
    .command('list')
    .description('list the users, oldest first')
    .option('--partner <partnerId>', 'only users of this partner')
    .option('--email <text>', 'only those whose address has this part')
    .option('--role <role>', 'only those with this role')
    .addOption(new Option('--status <status>').choices(STATUSES))
  operateList<UserFilter>(list, invocation, {
    path: () => '/users',
    query: ({ partner: partnerId, email, role, status }) => ({ partnerId, email, role, status }),
    columns: USER_COLUMNS,
  })
  addInvitationCommands(users, invocation)
  addChanges(users, invocation)
}

function addInvitationCommands(users: Command, invocation: Invocation): void {
  const invitations = users
    .command('invitations')
    .description('list the invitations that wait to be accepted, newest first')
    .option('--partner <partnerId>', 'only those of this partner')
  operateList<{ partner?: string }>(invitations, invocation, {
    path: () => '/invitations',
    query: ({ partner: partnerId }) => ({ partnerId }),
    columns: ['invitationId', 'email', 'partnerId', 'role', 'state', 'invitedBy', 'expiresAt'],
  })
  const revoke = users
    .command('revoke-invitation')
    .description('end an invitation: its link no longer works')
    .argument('<invitationId>')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<{ reason?: string }>(revoke, invocation, {
    request: ({ reason }, invitationId: string) => ({
      method: 'POST',
      path: `/invitations/${segment(invitationId)}/revoke`,
      body: { reason },
    }),
    view: record,
  })
}

function addChanges(users: Command, invocation: Invocation): void {
  const setRole = users
    .command('set-role')
    .description('give a user another role')
    .argument('<userId>')
    .argument('<role>')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<{ reason?: string }>(setRole, invocation, {
    request: ({ reason }, userId: string, role: string) => ({
      method: 'PATCH',
      path: `/users/${segment(userId)}`,
      body: { role, reason },
    }),
    view: record,
  })
  const resetPassword = users
    .command('reset-password')
    .description('send a link by which a user chooses a new password, or show it once')
    .argument('<userId>')
    .option('--link', 'show the link, also if the service has a mail server')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<{ link?: true; reason?: string }>(resetPassword, invocation, {
    request: ({ link, reason }, userId: string) => ({
      method: 'POST',
      path: `/users/${segment(userId)}/password-reset`,
      body: { delivery: link && 'link', reason },
    }),
    view: record,
  })
  for (const [name, help, request] of ACTS) {
    const command = users
      .command(name)
      .description(help)
      .argument('<userId>')
      .option('--reason <text>', 'recorded in the audit log')
    operateWrite<{ reason?: string }>(command, invocation, {
      request: ({ reason }, userId: string) => ({
        method: request.method,
        path: `/users/${segment(userId)}${request.path ?? ''}`,
        body: { ...request.body, reason },
      }),
      view: record,
    })
  }
}
