import { Text } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import type { BulkAct } from '../components/bulk-act.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { endOf, type AlertKind } from '../format/alert-kinds.ts'
import { count } from '../format/format.ts'
import { alertTexts } from '../messages/en-alerts.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { AlertText, SubjectLink } from './alert-text.tsx'

const texts = alertTexts

const KINDS: Readonly<Record<AlertKind, string>> = texts.kinds

const FILTERS = [
  { name: 'state', label: texts.state, choices: ['open', 'resolved'] },
  { name: 'severity', label: texts.severity, choices: ['critical', 'warning'] },
  {
    name: 'kind',
    label: texts.kind,
    choices: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
  },
  ...TIME_FILTERS,
] as const

/** Returns what a kind means, also for a kind of another version of the service. */
function kindText(kind: string): string {
  return new Map(Object.entries(KINDS)).get(kind) ?? kind
}

/** In pixels. Without it, narrow windows would show one word a line. */
const TEXT_WIDTH_MIN = 220

/** Resolves each selected alert by a request of its own. */
const RESOLVE_MANY: BulkAct<Entry<'listAlerts'>> = {
  operation: 'resolveAlert',
  label: texts.resolve,
  text: texts.resolveManyText,
  fields: [REASON],
  isLeaving: true,
  isFor: ({ state }) => state === 'open',
  nameOf: ({ kind, subject }) => `${kindText(kind)} · ${subject}`,
  inputOf: ({ alertId }) => ({ path: { alertId } }),
}

export function AlertsPage() {
  const can = useCan()
  return (
    <Page title={texts.title} text={texts.about}>
      <AskOthers operation="resolveAlert" act={texts.resolve} />
      <List
        operation="listAlerts"
        filters={FILTERS}
        columns={[
          {
            label: texts.message,
            cell: (alert) => (
              <>
                <Text size="sm" miw={TEXT_WIDTH_MIN}>
                  <AlertText alert={alert} />
                </Text>
                <Text size="xs" c="dimmed">
                  {kindText(alert.kind)} · <SubjectLink subject={alert.subject} />
                </Text>
              </>
            ),
          },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.severity, field: 'severity', shows: 'status' },
          {
            label: texts.count,
            isNumber: true,
            field: 'count',
            cell: (alert) => count(alert.count),
          },
          { label: texts.raised, field: 'raisedAt', shows: 'time' },
          { label: texts.lastSeen, field: 'lastSeenAt', shows: 'time' },
          {
            label: texts.acts,
            acts: ['resolveAlert'],
            cell: ({ alertId, kind, state }) =>
              state === 'open' &&
              can('resolveAlert') && (
                <Act
                  operation="resolveAlert"
                  path={{ alertId }}
                  label={texts.resolve}
                  text={texts.ends[endOf(kind)]}
                  fields={[REASON]}
                  done={() => (endOf(kind) === 'byCheck' ? texts.resolvedForNow : texts.resolved)}
                />
              ),
          },
        ]}
        bulk={[RESOLVE_MANY]}
        keyOf={({ alertId }) => alertId}
        empty={texts.empty}
        live="alerts"
      />
    </Page>
  )
}
