import { Option, type Command } from 'commander'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import type { Column } from './print.ts'
import { operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'

const COLUMNS: readonly Column[] = [
  'alertId',
  'state',
  'kind',
  'subject',
  'severity',
  'count',
  'raisedAt',
  'lastSeenAt',
  'resolvedAt',
  { title: 'sent', of: sentText },
  'message',
]

const STATES = ['open', 'resolved', 'all']
const SEVERITIES = ['warning', 'critical']

interface ListOptions {
  readonly state: string
  readonly kind?: string
  readonly severity?: string
}

/** Adds the command group `alerts`. */
export function addAlertCommands(program: Command, invocation: Invocation): void {
  const alerts = program.command('alerts').description('what an operator should act on')
  const list = alerts.command('list').description('list alerts, newest first')
  list
    .addOption(
      new Option('--state <state>', 'only those in this state').choices(STATES).default('open'),
    )
    .option('--kind <kind>', 'only those of one kind, such as low_stock')
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
  operateList<ListOptions>(list, invocation, {
    path: () => '/alerts',
    query: ({ state, kind, severity }) => ({
      state: state === 'all' ? undefined : state,
      kind,
      severity,
    }),
    columns: COLUMNS,
  })
  const resolve = alerts
    .command('resolve')
    .description('resolve an alert; if its cause persists, a new one is raised')
    .argument('<alertId>')
    .requiredOption('--reason <text>', 'recorded in the audit log')
  operateAct(resolve, invocation, (id: string) => `/alerts/${segment(id)}/resolve`)
}

/** Returns the deliveries of an alert in one line, such as `mail raised SENT`. */
function sentText(row: JsonValue): string {
  const deliveries = listOf(fieldOf(row, 'deliveries'))
  const words = ['channel', 'event', 'status']
  return deliveries
    .map((delivery) => words.map((word) => textOf(fieldOf(delivery, word)) ?? '').join(' '))
    .join(', ')
}
