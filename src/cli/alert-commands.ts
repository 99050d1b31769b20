import { Option, type Command } from 'commander'
import { operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'

const COLUMNS = [
  'alertId',
  'state',
  'kind',
  'subject',
  'severity',
  'count',
  'lastSeenAt',
  'message',
]

const STATES = ['open', 'resolved', 'all']

/** alerts: what an operator should look at. */
export function addAlertCommands(program: Command, invocation: Invocation): void {
  const alerts = program.command('alerts').description('what an operator should look at')
  const list = alerts.command('list').description('open ones, newest first')
  list.addOption(
    new Option('--state <state>', 'those in this state').choices(STATES).default('open'),
  )
  operateList<{ state: string }>(list, invocation, {
    path: () => '/alerts',
    query: ({ state }) => ({ state: state === 'all' ? undefined : state }),
    columns: COLUMNS,
  })
  const resolve = alerts
    .command('resolve')
    .description('say that it was seen to; what still goes on raises another')
    .argument('<alertId>')
    .requiredOption('--reason <text>', 'kept in the audit')
  operateAct(resolve, invocation, (id: string) => `/alerts/${segment(id)}/resolve`)
}
