import { Option, type Command } from 'commander'
import { operate, operateList, operateWrite, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { partnerPath } from './partner-commands.ts'
import { record, tableOf } from './print.ts'

const STATES = ['PENDING', 'SENT', 'FAILED', 'SUPPRESSED']
const MAIL_COLUMNS = [
  'createdAt',
  'transactionId',
  'consumerId',
  'email',
  'state',
  'attempts',
  'resends',
  'lastError',
]
const SUPPRESSION_COLUMNS = ['consumerId', 'email', 'transactionId', 'error', 'suppressedAt']

interface ListOptions {
  readonly partner?: string
  readonly consumer?: string
  readonly state?: string
  readonly unmasked?: true
  readonly after?: string
  readonly pageSize?: string
}

/** Adds the command groups `mails` and `mail-suppressions`. */
export function addMailCommands(program: Command, invocation: Invocation): void {
  const mails = program.command('mails').description('mails to consumers about their credits')
  addList(mails, invocation)
  const show = mails
    .command('show')
    .description('show the mail of a credit')
    .argument('<transactionId>', 'the id of the credit, such as trf_2_117')
    .option('--unmasked', 'show the address, which is recorded in the audit log')
  operate<{ unmasked?: true }>(show, invocation, {
    request: ({ unmasked }, id: string) => ({
      method: 'GET',
      path: `/mails/${segment(id)}`,
      query: { unmasked: unmasked && 'true' },
    }),
    view: record,
  })
  const resend = mails
    .command('resend')
    .description('send a mail once more, also one that was sent')
    .argument('<transactionId>')
    .requiredOption('--reason <text>', 'for the audit log')
  operateWrite<{ reason: string }>(resend, invocation, {
    request: ({ reason }, id: string) => ({
      method: 'POST',
      path: `/mails/${segment(id)}/resend`,
      body: { reason },
    }),
    view: record,
  })
  addSuppressions(program, invocation)
}

function addList(mails: Command, invocation: Invocation): void {
  const list = mails
    .command('list')
    .description('list mails, newest first')
    .option('--partner <id>')
    .option('--consumer <id>')
    .addOption(new Option('--state <state>').choices(STATES))
    .option('--unmasked', 'show the addresses, which is recorded in the audit log')
    .option('--after <place>', 'continue after the page that printed it')
    .option('--page-size <number>', 'entries of a page, at most 2000')
  operate<ListOptions>(list, invocation, {
    request: ({ partner, consumer, state, unmasked, after, pageSize }) => ({
      method: 'GET',
      path: '/mails',
      query: {
        partnerId: partner,
        consumerId: consumer,
        state,
        unmasked: unmasked && 'true',
        after,
        pageSize,
      },
    }),
    view: tableOf(MAIL_COLUMNS),
  })
}

function addSuppressions(program: Command, invocation: Invocation): void {
  const suppressions = program
    .command('mail-suppressions')
    .description('consumers who get no mails, because their address was refused for good')
  const list = suppressions
    .command('list')
    .description('list the suppressed consumers of a partner, the latest first')
    .argument('<partnerId>')
  operateList(list, invocation, {
    path: (id: string) => `${partnerPath(id)}/mail-suppressions`,
    columns: SUPPRESSION_COLUMNS,
  })
  const remove = suppressions
    .command('remove')
    .description('let a consumer get mails again')
    .argument('<partnerId>')
    .argument('<consumerId>')
    .requiredOption('--reason <text>', 'for the audit log')
  operateWrite<{ reason: string }>(remove, invocation, {
    request: ({ reason }, id: string, consumerId: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/mail-suppressions/${segment(consumerId)}/remove`,
      body: { reason },
    }),
    view: record,
  })
}
