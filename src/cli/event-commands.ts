import type { Command } from 'commander'
import { operate, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { tableOf } from './print.ts'

const EVENT_COLUMNS = ['createdAt', 'id', 'type', 'data']

interface ListOptions {
  readonly from?: string
  readonly to?: string
  readonly type?: string
  readonly subject?: string
  readonly after?: string
  readonly pageSize?: string
}

/** Adds the command group `events`. */
export function addEventCommands(program: Command, invocation: Invocation): void {
  const events = program.command('events').description('the events in the feed of a partner')
  const list = events
    .command('list')
    .description('list events, newest first')
    .argument('<partnerId>')
    .option('--from <time>', 'a day in UTC, or a time such as 2026-01-31T12:00:00Z')
    .option('--to <time>', 'not included')
    .option('--type <type>', 'such as order.completed')
    .option('--subject <subject>', 'an order id, or such as wallet:12 or product:7')
    .option('--after <id>', 'continue after this event')
    .option('--page-size <number>', 'entries of a page, at most 2000')
  operate<ListOptions>(list, invocation, {
    request: ({ from, to, type, subject, after, pageSize }, partnerId: string) => ({
      method: 'GET',
      path: `/partners/${segment(partnerId)}/events`,
      query: { from, to, type, subject, after, pageSize },
    }),
    view: tableOf(EVENT_COLUMNS),
  })
}
