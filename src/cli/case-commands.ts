import { Argument, Option, type Command } from 'commander'
import { optionalDecimal, wholeNumber } from './arguments.ts'
import { operate, operateWrite, operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record } from './print.ts'

const KINDS = ['refund', 'replace', 'block']
const STATES = ['REQUESTED', 'DONE', 'REJECTED']
export const CASE_COLUMNS = [
  'caseId',
  'orderId',
  'itemNo',
  'kind',
  'state',
  'currency',
  'amount',
  'reason',
  'openedBy',
  'openedAt',
]

/** Adds the command group `cases`. */
export function addCaseCommands(program: Command, invocation: Invocation): void {
  const cases = program.command('cases').description('single items after delivery')
  addOpen(cases, invocation)
  addList(cases, invocation)
  const show = cases.command('show').description('show one case').argument('<caseId>')
  operate(show, invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: casePath(id) }),
    view: record,
  })
  const accept = cases
    .command('accept')
    .description("carry out a partner's request")
    .argument('<caseId>')
    .option('--reason <text>', 'shown to the partner')
    .option('--acknowledged', 'needed if the item cannot be taken back')
  operateWrite<{ reason?: string; acknowledged?: true }>(accept, invocation, {
    request: ({ reason, acknowledged }, id: string) => ({
      method: 'POST',
      path: `${casePath(id)}/accept`,
      body: { reason, acknowledged },
    }),
    view: record,
  })
  const reject = cases
    .command('reject')
    .description("reject a partner's request")
    .argument('<caseId>')
    .requiredOption('--reason <text>', 'shown to the partner')
  operateAct(reject, invocation, (id: string) => `${casePath(id)}/reject`)
}

interface OpenOptions {
  readonly reason: string
  readonly amount?: string
  readonly acknowledged?: true
}

function addOpen(cases: Command, invocation: Invocation): void {
  const open = cases
    .command('open')
    .description('refund, replace or block one item of a COMPLETED order')
    .argument('<orderId>')
    .argument('<itemNo>')
    .addArgument(new Argument('<kind>').choices(KINDS))
    .requiredOption('--reason <text>', 'shown to the partner')
    .option('--amount <amount>', 'refund a part of the price; default: all of it')
    .option('--acknowledged', 'needed if the item cannot be taken back')
  operateWrite<OpenOptions>(open, invocation, {
    request: ({ reason, amount, acknowledged }, id: string, itemNo: string, kind: string) => ({
      method: 'POST',
      path: orderPath(id),
      body: {
        itemNo: wholeNumber('itemNo', itemNo),
        kind,
        reason,
        amount: optionalDecimal('--amount', amount),
        acknowledged,
      },
    }),
    view: record,
  })
}

interface ListOptions {
  readonly partner?: string
  readonly kind?: string
  readonly state?: string
  readonly after?: string
}

function addList(cases: Command, invocation: Invocation): void {
  const list = cases
    .command('list')
    .description('list the cases of all partners, newest first, or those of one order')
    .argument('[orderId]')
    .option('--partner <partnerId>', 'only those of one partner')
    .addOption(new Option('--kind <kind>').choices(KINDS))
    .addOption(new Option('--state <state>').choices(STATES))
    .option('--after <caseId>', 'continue the list after this case')
  operateList<ListOptions>(list, invocation, {
    path: (id?: string) => (id === undefined ? '/cases' : orderPath(id)),
    query: ({ partner: partnerId, kind, state, after }) => ({ partnerId, kind, state, after }),
    columns: CASE_COLUMNS,
  })
}

function orderPath(orderId: string): string {
  return `/orders/${segment(orderId)}/cases`
}

function casePath(caseId: string): string {
  return `/cases/${segment(caseId)}`
}
