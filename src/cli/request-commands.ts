import type { Command } from 'commander'
import { operate, type Invocation } from './invocation.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'
import { segment } from './operator-api.ts'
import { record, tableOf, type View } from './print.ts'
import { printable } from './terminal.ts'

export const REQUEST_COLUMNS = [
  'at',
  'requestId',
  'partnerId',
  'clientId',
  'method',
  'path',
  'status',
  'code',
  'failedCheck',
  'ms',
  'address',
]

/** Shows each line of the text to sign on a line of its own. */
const request: View = (data, colors) => {
  const toSign = textOf(fieldOf(data, 'stringToSign'))
  if (toSign === undefined) return record(data, colors)
  const rest = Object.entries(data ?? {}).filter(([name]) => name !== 'stringToSign')
  const lines = toSign.split('\n').map((line) => printable(line))
  return [
    record(Object.fromEntries(rest) as JsonValue, colors),
    '',
    colors.bold('stringToSign'),
    ...lines,
  ].join('\n')
}

interface ListOptions {
  readonly partner?: string
  readonly client?: string
  readonly failed?: true
  readonly from?: string
  readonly to?: string
  readonly after?: string
  readonly pageSize?: string
}

/** Adds the command group `requests`. */
export function addRequestCommands(program: Command, invocation: Invocation): void {
  const requests = program.command('requests').description('signed requests of the last days')
  const list = requests
    .command('list')
    .description('list signed requests, newest first')
    .option('--partner <id>')
    .option('--client <id>', 'of one credential')
    .option('--failed', 'only those that were refused or failed')
    .option('--from <time>', 'a day in UTC, or a time such as 2026-01-31T12:00:00Z')
    .option('--to <time>', 'not included')
    .option('--after <id>', 'continue after this request')
    .option('--page-size <number>', 'entries of a page, at most 2000')
  operate<ListOptions>(list, invocation, {
    request: ({ partner, client, failed, from, to, after, pageSize }) => ({
      method: 'GET',
      path: '/requests',
      query: {
        partnerId: partner,
        clientId: client,
        failed: failed && 'true',
        from,
        to,
        after,
        pageSize,
      },
    }),
    view: tableOf(REQUEST_COLUMNS),
  })
  const show = requests
    .command('show')
    .description('show one request, and what a refused signature should have signed')
    .argument('<requestId>', 'x-request-id of the response')
  operate(show, invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: `/requests/${segment(id)}` }),
    view: request,
  })
}
