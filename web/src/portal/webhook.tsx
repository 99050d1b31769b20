import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Loading, Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { namesOf, Secret } from './webhooks.tsx'

const texts = messages.ofPortal
const REFRESH_MS = 3_000

type Endpoint = Result<'getOwnWebhookEndpoint'>

/** One endpoint: its state, what can be done with it, and every attempt to deliver to it. */
export function WebhookPage() {
  const { endpointId } = usePageParams('endpointId')
  const [secret, setSecret] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['getOwnWebhookEndpoint', endpointId],
    queryFn: ({ signal }) => call('getOwnWebhookEndpoint', { path: { endpointId }, signal }),
  })
  return (
    <Page
      title={texts.endpoint(endpointId)}
      acts={data && <Acts endpoint={data} onSecret={setSecret} />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {secret !== undefined && <Secret secret={secret} close={() => setSecret(undefined)} />}
      {data && (
        <Details
          of={[
            [texts.url, data.url],
            [texts.state, <StatusBadge key="state" status={data.state} />],
            [texts.eventTypes, namesOf(data.eventTypes)],
            [texts.failingSince, data.failingSince && <Instant key="f" at={data.failingSince} />],
            [texts.created, <Instant key="created" at={data.createdAt} />],
          ]}
        />
      )}
      <Title order={2} size="h4">
        {texts.deliveries}
      </Title>
      <Deliveries endpointId={endpointId} />
    </Page>
  )
}

interface ActsProps {
  readonly endpoint: Endpoint
  onSecret(secret: string): void
}

function Acts({ endpoint: { id, state }, onSecret }: ActsProps) {
  const can = useCan()
  const navigate = useNavigate()
  const path = { endpointId: id }
  const isEnabled = state === 'ENABLED'
  if (!can('updateOwnWebhookEndpoint')) return null
  return (
    <>
      <Act
        operation="testOwnWebhookEndpoint"
        path={path}
        label={texts.test}
        text={texts.testText}
        done={({ succeeded, httpStatus, error }) =>
          texts.testDone(succeeded, error ?? String(httpStatus))
        }
      />
      <Act
        operation="replayOwnWebhookEvents"
        path={path}
        label={texts.replay}
        text={texts.replayText}
        fields={[
          { name: 'from', label: texts.from, help: texts.fromHelp },
          { name: 'to', label: texts.to, isOptional: true },
        ]}
        done={({ events }) => texts.replayed(events)}
      />
      <Act
        operation="updateOwnWebhookEndpoint"
        path={path}
        label={isEnabled ? texts.pause : texts.enable}
        text={isEnabled ? texts.pauseText : texts.enableText}
        fixed={{ state: isEnabled ? 'PAUSED' : 'ENABLED' }}
      />
      <Act
        operation="rotateOwnWebhookSecret"
        path={path}
        label={texts.rotate}
        text={texts.rotateText}
        onDone={({ secret }) => onSecret(secret)}
      />
      <Act
        operation="removeOwnWebhookEndpoint"
        path={path}
        label={texts.remove}
        text={texts.removeText}
        onDone={() => void navigate({ to: '/portal/webhooks' })}
        isDangerous
      />
    </>
  )
}

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  return (
    <List
      operation="listOwnWebhookDeliveries"
      path={{ endpointId }}
      filters={[
        { name: 'outcome', label: texts.outcome, choices: ['succeeded', 'failed'] },
        { name: 'event', label: texts.event },
      ]}
      columns={[
        { label: texts.sent, cell: ({ attemptedAt }) => <Instant at={attemptedAt} /> },
        { label: texts.type, cell: ({ eventType }) => eventType },
        { label: texts.event, cell: ({ eventId }) => <CodeText>{eventId}</CodeText> },
        { label: texts.attempt, isNumber: true, cell: ({ attempt }) => attempt },
        {
          label: texts.outcome,
          cell: ({ succeeded, httpStatus, error }) =>
            [succeeded ? texts.accepted : texts.failed, httpStatus, error]
              .filter(Boolean)
              .join(' '),
        },
        {
          label: texts.next,
          cell: ({ nextAttemptAt }) => <Instant at={nextAttemptAt} />,
        },
      ]}
      keyOf={({ deliveryId }) => deliveryId}
      refreshEvery={REFRESH_MS}
      empty={texts.noDeliveries}
    />
  )
}
