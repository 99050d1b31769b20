import { Option, type Command } from 'commander'
import { optionalWhole, parts } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operate, operateAct, operateList, operateWrite, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record, tableOf } from './print.ts'

const ENDPOINT_COLUMNS = ['id', 'state', 'disabledReason', 'failingSince', 'eventTypes', 'url']
const DELIVERY_COLUMNS = ['attemptedAt', 'eventId', 'eventType', 'attempt', 'httpStatus', 'error']

interface Fields {
  readonly url?: string
  readonly types?: string
  readonly description?: string
  readonly reason?: string
}

/** Adds the command group `webhooks`. */
export function addWebhookCommands(program: Command, invocation: Invocation): void {
  const webhooks = program
    .command('webhooks')
    .description('the endpoints to which events of partners are sent')
  addEndpoints(webhooks, invocation)
  addStates(webhooks, invocation)
  addDeliveries(webhooks, invocation)
}

function addEndpoints(webhooks: Command, invocation: Invocation): void {
  const create = withFields(webhooks.command('create'))
    .description('create an endpoint; its secret is shown once')
    .argument('<partnerId>')
    .requiredOption('--url <url>', 'an https:// address')
  operateWrite<Fields>(create, invocation, {
    request: (fields, partnerId: string) => ({
      method: 'POST',
      path: `/partners/${segment(partnerId)}/webhook-endpoints`,
      body: bodyOf(fields),
    }),
    view: record,
  })
  const list = webhooks
    .command('list')
    .description('list the endpoints of a partner, oldest first')
    .argument('<partnerId>')
  operateList(list, invocation, {
    path: (partnerId = '') => `/partners/${segment(partnerId)}/webhook-endpoints`,
    columns: ENDPOINT_COLUMNS,
  })
  const show = webhooks.command('show').description('show an endpoint').argument('<endpointId>')
  operate(show, invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: pathOf(id) }),
    view: record,
  })
  const update = withFields(webhooks.command('update'))
    .description('change an endpoint')
    .argument('<endpointId>')
    .option('--url <url>', 'an https:// address')
  operateWrite<Fields>(update, invocation, {
    request: (fields, id: string) => ({ method: 'PATCH', path: pathOf(id), body: bodyOf(fields) }),
    view: record,
  })
  const remove = act(webhooks.command('remove')).description(
    'remove an endpoint, and what waits for it',
  )
  operateAct(remove, invocation, (id = '') => `${pathOf(id)}/remove`)
}

function addStates(webhooks: Command, invocation: Invocation): void {
  const states = [
    ['pause', 'PAUSED', 'send nothing to an endpoint; its events wait'],
    ['enable', 'ENABLED', 'send to an endpoint again, also what waits for it'],
  ] as const
  for (const [name, state, help] of states) {
    const command = act(webhooks.command(name)).description(help)
    operateWrite<{ reason?: string }>(command, invocation, {
      request: ({ reason }, id: string) => ({
        method: 'PATCH',
        path: pathOf(id),
        body: { state, reason },
      }),
      view: record,
    })
  }
  const rotate = act(webhooks.command('rotate'))
    .description('give an endpoint a new secret, which is shown once')
    .option(
      '--overlap-seconds <seconds>',
      'how long the old one is used, too: a day by default, 0 to end all former ones',
    )
  operateWrite<{ overlapSeconds?: string; reason?: string }>(rotate, invocation, {
    request: ({ overlapSeconds, reason }, id: string) => ({
      method: 'POST',
      path: `${pathOf(id)}/rotate`,
      body: { overlapSeconds: optionalWhole('--overlap-seconds', overlapSeconds), reason },
    }),
    view: record,
  })
}

interface DeliveryOptions {
  readonly event?: string
  readonly outcome?: string
  readonly after?: string
  readonly pageSize?: string
}

function addDeliveries(webhooks: Command, invocation: Invocation): void {
  const deliveries = webhooks
    .command('deliveries')
    .description('list what was sent to an endpoint and what it responded, newest first')
    .argument('<endpointId>')
    .option('--event <id>', 'only attempts for this event')
    .addOption(new Option('--outcome <outcome>').choices(['succeeded', 'failed']))
    .option('--after <id>', 'continue after this delivery')
    .option('--page-size <number>', 'entries of a page, at most 2000')
  operate<DeliveryOptions>(deliveries, invocation, {
    request: ({ event, outcome, after, pageSize }, id: string) => ({
      method: 'GET',
      path: `${pathOf(id)}/deliveries`,
      query: { event, outcome, after, pageSize },
    }),
    view: tableOf(DELIVERY_COLUMNS),
  })
  const replay = act(webhooks.command('replay'))
    .description('send events again: some by their ids, or those of a time')
    .option('--events <ids>', 'separated by commas')
    .option('--from <time>', 'the first instant, such as 2026-01-31T00:00:00Z')
    .option('--to <time>', 'the instant after the last; now by default')
  operateWrite<{ events?: string; from?: string; to?: string; reason?: string }>(
    replay,
    invocation,
    {
      request: ({ events, from, to, reason }, id: string) => ({
        method: 'POST',
        path: `${pathOf(id)}/replay`,
        body: { eventIds: events === undefined ? undefined : parts(events), from, to, reason },
      }),
      view: record,
    },
  )
  const test = act(webhooks.command('test')).description(
    'send a webhook.test at once, and show the response',
  )
  operateAct(test, invocation, (id = '') => `${pathOf(id)}/test`)
}

function act(command: Command): Command {
  return command.argument('<endpointId>').option('--reason <text>', 'recorded in the audit log')
}

function withFields(command: Command): Command {
  return command
    .option('--types <types>', 'types of events, separated by commas; * for every type')
    .option('--description <text>', 'for people')
    .option('--reason <text>', 'recorded in the audit log')
}

function bodyOf({ url, types, description, reason }: Fields) {
  const eventTypes = types === undefined ? undefined : parts(types)
  return { url, eventTypes, description, reason }
}

/** An endpoint's id names its partner. */
function pathOf(endpointId: string): string {
  const [, partnerId] = /^whe_(\d+)_\d+$/.exec(endpointId) ?? []
  if (partnerId === undefined) {
    throw new UsageFailure(`an endpoint id must be such as whe_7_12, not "${endpointId}"`)
  }
  return `/partners/${partnerId}/webhook-endpoints/${segment(endpointId)}`
}
