import { Option, type Command } from 'commander'
import { operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'

const COLUMNS = ['alertId', 'kind', 'subject', 'severity', 'count', 'lastSeenAt', 'message']

/** alerts: what an operator should look at. */
export function addAlertCommands(program: Command, invocation: Invocation): void {
  const alerts = program.command('alerts').description('what an operator should look at')
  const list = alerts.command('list').description('open and resolved ones, newest first')
  list.addOption(new Option('--state <state>', 'those alone').choices(['open', 'resolved']))
  operateList<{ state?: string }>(list, invocation, {
    path: () => '/alerts',
    query: ({ state }) => ({ state }),
    columns: COLUMNS,
  })
  const resolve = alerts
    .command('resolve')
    .description('say that it was seen to; what still goes on raises another')
    .argument('<alertId>')
    .requiredOption('--reason <text>', 'kept in the audit')
  operateAct(resolve, invocation, (id: string) => `/alerts/${segment(id)}/resolve`)
}
