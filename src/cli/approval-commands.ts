import type { Command } from 'commander'
import { operatorConnection } from './connection.ts'
import { group } from './invocation.ts'
import { fieldOf } from './json.ts'
import { callOperator, type OperatorRequest, type OperatorResponse } from './operator-api.ts'
import { operation, type Context } from './operation.ts'
import { withUser } from './user-session.ts'

const ABOUT_USERS = `
A token can list, show and cancel. Only a user can decide: --as signs in as a user. It prompts for
the password, or reads it from the standard input.`

/** The options that the commands to approve and to reject share. */
const BY_A_USER = {
  takesKey: false,
  extend: (command: Command) => void command.requiredOption('--as <email>', 'the user who decides'),
  send: decide,
} as const

export const APPROVALS = group(
  'acts that a second person must approve',
  {
    list: operation('listApprovals', {
      about: 'list approvals, newest first',
      columns: [
        'approvalId',
        'kind',
        'state',
        'requestedBy',
        'requestedAt',
        'expiresAt',
        'request',
        'decidedBy',
      ],
    }),
    show: operation('getApproval', {
      about: 'show one approval, with the state before and after the act',
    }),
    approve: operation('approveAct', {
      about: 'approve an act that somebody else asked for, and do it',
      fields: { seen: '`seen` as `show` printed it; refused if it has changed since' },
      ...BY_A_USER,
      // An act that was approved may be refused.
      isFailure: (data) => fieldOf(data, 'state') === 'FAILED',
    }),
    reject: operation('rejectAct', {
      about: 'reject an act that somebody else asked for',
      fields: { reason: 'shown to the user who asked for the act' },
      ...BY_A_USER,
    }),
    cancel: operation('cancelAct', {
      about: 'withdraw a request of this token for an approval',
    }),
    rules: operation('getApprovalRules', { about: 'show which acts need an approval' }),
  },
  ABOUT_USERS,
)

async function decide(
  request: OperatorRequest,
  { command, invocation: { environment, terminal } }: Context,
): Promise<OperatorResponse> {
  const { as: email } = command.opts<{ as: string }>()
  const { base } = await operatorConnection(environment)
  return await withUser({ base, email, terminal }, (user) => callOperator(user, request))
}
