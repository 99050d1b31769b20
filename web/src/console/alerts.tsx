import { Text } from '@mantine/core'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { count } from '../format/format.ts'
import { TargetLink } from '../components/target-link.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.alerts

export function AlertsPage() {
  const can = useCan()
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listAlerts"
        filters={[{ name: 'state', label: texts.state, choices: ['open', 'resolved'] }]}
        columns={[
          {
            label: texts.message,
            cell: ({ message, kind, subject }) => (
              <>
                <Text size="sm">{message}</Text>
                <Text size="xs" c="dimmed">
                  {kind} · <TargetLink target={subject} />
                </Text>
              </>
            ),
          },
          { label: texts.state, cell: ({ state }) => <StatusBadge status={state} /> },
          { label: texts.severity, cell: ({ severity }) => <StatusBadge status={severity} /> },
          { label: texts.count, isNumber: true, cell: (alert) => count(alert.count) },
          { label: texts.raised, cell: ({ raisedAt }) => <Instant at={raisedAt} /> },
          { label: texts.lastSeen, cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} /> },
          {
            label: texts.acts,
            cell: ({ alertId, state }) =>
              state === 'open' &&
              can('resolveAlert') && (
                <Act
                  operation="resolveAlert"
                  path={{ alertId }}
                  label={texts.resolve}
                  text={texts.resolveText}
                  fields={[REASON]}
                />
              ),
          },
        ]}
        keyOf={({ alertId }) => alertId}
        empty={texts.empty}
        live="alerts"
      />
    </Page>
  )
}
