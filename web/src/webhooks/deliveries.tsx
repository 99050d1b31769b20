import { Text } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import { Expandable } from '../components/expandable.tsx'
import { List } from '../components/list.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { faultInWords } from '../format/fault-words.ts'
import { webhookTexts } from '../messages/en-webhooks.ts'
import { useCan } from '../session/session.ts'
import type { WebhookSide } from './side.ts'
import { SentBody } from './sent-body.tsx'

const texts = webhookTexts

const REFRESH_MS = 5_000

interface Props {
  readonly side: WebhookSide
  readonly endpointId: string
}

/** Each attempt to send an event to an endpoint, newest first: what was sent, and the response. */
export function Deliveries({ side, endpointId }: Props) {
  const { operations } = side
  const path = { ...side.path, endpointId }
  const can = useCan()
  return (
    <List
      operation={operations.deliveries}
      path={path}
      filters={[
        { name: 'outcome', label: texts.outcome, choices: ['succeeded', 'failed'] },
        { name: 'event', label: texts.event },
        ...TIME_FILTERS,
      ]}
      columns={[
        { label: texts.at, field: 'attemptedAt', shows: 'exact-time' },
        {
          label: texts.event,
          cell: ({ eventType, eventId }) => (
            <>
              <Text size="sm">{eventType}</Text>
              <IdText id={eventId} />
              <SentBody side={side} eventId={eventId} />
            </>
          ),
        },
        {
          label: texts.outcome,
          field: 'succeeded',
          cell: ({ succeeded }) => <StatusBadge status={succeeded ? 'succeeded' : 'failed'} />,
        },
        { label: texts.attempt, field: 'attempt', shows: 'count' },
        { label: texts.response, cell: (row) => <Response row={row} /> },
        {
          label: texts.took,
          isNumber: true,
          field: 'durationMs',
          cell: ({ durationMs }) => texts.ms(durationMs),
        },
        { label: texts.nextAttempt, field: 'nextAttemptAt', shows: 'time' },
        {
          label: texts.acts,
          acts: [operations.replay],
          cell: ({ eventId }) =>
            can(operations.replay) && (
              <Act
                operation={operations.replay}
                path={path}
                label={texts.sendAgain}
                text={texts.sendAgainText(eventId)}
                fixed={{ eventIds: [eventId] }}
                fields={[OPTIONAL_REASON]}
                done={({ events }) => texts.replayed(events)}
              />
            ),
        },
      ]}
      bulk={[
        {
          operation: operations.replay,
          label: texts.sendAgain,
          text: texts.sendAgainAll,
          fields: [OPTIONAL_REASON],
          nameOf: ({ eventId }) => eventId,
          inputOf: ({ eventId }) => ({ path, body: { eventIds: [eventId] } }),
        },
      ]}
      keyOf={({ deliveryId, attempt }) => `${deliveryId} ${attempt}`}
      refreshEvery={REFRESH_MS}
      empty={texts.noDeliveries}
    />
  )
}

function Response({ row }: { readonly row: Entry<'listWebhookDeliveries'> }) {
  const { httpStatus, error, response } = row
  const outcome = [httpStatus, error && faultInWords(error)].filter(Boolean).join(' · ')
  if (response === undefined || response === '') return outcome
  return <Expandable label={outcome} text={response} />
}
