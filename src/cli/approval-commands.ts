import { Option, type Command } from 'commander'
import { APPROVAL_KINDS } from '../core/mod.ts'
import { operatorConnection } from './connection.ts'
import { EXIT_FAILURE } from './failure.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'
import { asJson, operate, operateAct, operateList, show, type Invocation } from './invocation.ts'
import { callOperator, segment } from './operator-api.ts'
import { record } from './print.ts'
import { withUser } from './user-session.ts'

const STATES = ['PENDING', 'EXECUTED', 'FAILED', 'REJECTED', 'CANCELED', 'EXPIRED']
const COLUMNS = [
  'approvalId',
  'kind',
  'state',
  'requestedBy',
  'requestedAt',
  'expiresAt',
  'request',
  'decidedBy',
]
const ABOUT_USERS = `
A token can list, show and cancel, but decides nothing: --as signs in as a user, whose password is
asked for, or read from the standard input.`

/** Adds the command group `approvals`. */
export function addApprovalCommands(program: Command, invocation: Invocation): void {
  const approvals = program
    .command('approvals')
    .description('acts that a second person must approve')
    .addHelpText('after', ABOUT_USERS)
  addList(approvals, invocation)
  const one = approvals.command('show').description('show one, with the state before and after it')
  operate(one.argument('<approvalId>'), invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: approvalPath(id) }),
    view: record,
  })
  addApprove(approvals, invocation)
  addReject(approvals, invocation)
  const cancel = approvals
    .command('cancel')
    .description('withdraw what was asked for with this token')
    .argument('<approvalId>')
    .option('--reason <text>', 'recorded in the audit log')
  operateAct(cancel, invocation, (id: string) => `${approvalPath(id)}/cancel`)
  const rules = approvals.command('rules').description('show which acts need an approval')
  operate(rules, invocation, {
    request: () => ({ method: 'GET', path: '/approval-rules' }),
    view: record,
  })
}

function addList(approvals: Command, invocation: Invocation): void {
  const list = approvals
    .command('list')
    .description('list approvals, newest first')
    .addOption(new Option('--state <state>').choices(STATES))
    .addOption(new Option('--kind <kind>').choices(APPROVAL_KINDS))
  operateList<{ state?: string; kind?: string }>(list, invocation, {
    path: () => '/approvals',
    query: ({ state, kind }) => ({ state, kind }),
    columns: COLUMNS,
  })
}

interface Deciding {
  readonly as: string
  readonly seen?: string
  readonly reason?: string
}

function addApprove(approvals: Command, invocation: Invocation): void {
  const approve = approvals
    .command('approve')
    .description('approve an act that somebody else asked for, and do it')
    .argument('<approvalId>')
    .requiredOption('--as <email>', 'the user who approves')
    .requiredOption('--seen <text>', '`seen` of what `show` showed: refused if it has changed')
    .option('--reason <text>', 'recorded in the audit log')
  decide(approve, invocation, 'approve')
}

function addReject(approvals: Command, invocation: Invocation): void {
  const reject = approvals
    .command('reject')
    .description('reject an act that somebody else asked for')
    .argument('<approvalId>')
    .requiredOption('--as <email>', 'the user who rejects')
    .requiredOption('--reason <text>', 'shown to whoever asked for it')
  decide(reject, invocation, 'reject')
}

function decide(command: Command, invocation: Invocation, verb: 'approve' | 'reject'): void {
  asJson(command).action(async () => {
    const { as, seen, reason } = command.opts<Deciding>()
    const [id = ''] = command.args
    const { base } = await operatorConnection(invocation.environment)
    const response = await withUser({ base, email: as, terminal: invocation.terminal }, (user) =>
      callOperator(user, {
        method: 'POST',
        path: `${approvalPath(id)}/${verb}`,
        body: { seen, reason },
      }),
    )
    show(invocation, command, { response, view: record })
    if (hasFailed(response.data)) invocation.exitCode = EXIT_FAILURE
  })
}

/** True if the act was approved and then refused. */
function hasFailed(data: JsonValue): boolean {
  return textOf(fieldOf(data, 'state')) === 'FAILED'
}

function approvalPath(approvalId: string): string {
  return `/approvals/${segment(approvalId)}`
}
