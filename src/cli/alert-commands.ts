import { group } from './invocation.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import { operation } from './operation.ts'

export const ALERTS = group('what an operator should act on', {
  list: operation('listAlerts', {
    about: 'list alerts, newest first',
    fields: { state: { values: ['open', 'resolved', 'all'], default: 'open', none: 'all' } },
    columns: [
      'alertId',
      'state',
      'kind',
      'subject',
      'severity',
      'count',
      'raisedAt',
      'lastSeenAt',
      'resolvedAt',
      { title: 'sent', read: sentText },
      'message',
    ],
  }),
  resolve: operation('resolveAlert', {
    about: 'resolve an alert; if its cause persists, a new one is raised',
  }),
})

/** Returns the deliveries of an alert in one line, such as `mail raised SENT`. */
function sentText(row: JsonValue): string {
  const deliveries = listOf(fieldOf(row, 'deliveries'))
  const words = ['channel', 'event', 'status']
  return deliveries
    .map((delivery) => words.map((word) => textOf(fieldOf(delivery, word)) ?? '').join(' '))
    .join(', ')
}
