import { Alert, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Result } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading, Page } from '../components/page.tsx'
import { ShownOnce } from '../components/shown-once.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { messages } from '../messages/messages.ts'
import { typesOf } from './partner-webhooks.tsx'
import { WebhookActs } from './webhook-acts.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

const texts = messages.webhooks

type Tested = Result<'testWebhookEndpoint'>

/** An endpoint of a partner: its state, what can be done, and each attempt to send. */
export function WebhookPage() {
  const params = usePageParams('partnerId', 'endpointId')
  const path = { partnerId: Number(params.partnerId), endpointId: params.endpointId }
  const [secret, setSecret] = useState<string>()
  const [tested, setTested] = useState<Tested>()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['getWebhookEndpoint', path],
    queryFn: ({ signal }) => call('getWebhookEndpoint', { path, signal }),
  })
  const list = `/console/partners/${path.partnerId}/webhooks`
  const parent = { label: messages.partners.one(path.partnerId), href: list }
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const acts = (
    <WebhookActs
      path={path}
      state={data.state}
      onTested={setTested}
      onSecret={setSecret}
      onRemoved={() => void navigate({ to: list })}
    />
  )
  return (
    <Page title={texts.title} parent={parent} acts={acts}>
      {secret !== undefined && (
        <ShownOnce
          title={texts.rotated}
          text={texts.once}
          values={[[texts.secret, secret]]}
          close={() => setSecret(undefined)}
        />
      )}
      {tested && <Tested tested={tested} close={() => setTested(undefined)} />}
      <Details
        of={[
          [texts.url, <CodeText key="url">{data.url}</CodeText>],
          [texts.one, <CodeText key="id">{data.id}</CodeText>],
          [texts.note, data.description],
          [texts.state, <StatusBadge key="state" status={data.state} />],
          [texts.disabledFor, data.disabledReason && texts.disabled[data.disabledReason]],
          [texts.failingSince, data.failingSince && <Instant at={data.failingSince} />],
          [texts.types, typesOf(data.eventTypes)],
          [
            texts.previousSecret,
            data.previousSecretExpiresAt && <Instant at={data.previousSecretExpiresAt} />,
          ],
        ]}
      />
      <Stack gap="xs">
        <Title order={2} size="h4">
          {texts.deliveries}
        </Title>
        <WebhookDeliveries path={path} />
      </Stack>
    </Page>
  )
}

function Tested({ tested, close }: { readonly tested: Tested; readonly close: () => void }) {
  const { succeeded, httpStatus, error, durationMs, response } = tested
  const outcome = [httpStatus, error, texts.ms(durationMs)].filter(Boolean).join(' · ')
  return (
    <Alert
      color={succeeded ? 'green' : 'red'}
      title={succeeded ? texts.testSucceeded : texts.testFailed}
      withCloseButton
      closeButtonLabel={messages.close}
      onClose={close}
    >
      <Text size="sm">{outcome}</Text>
      {response !== undefined && <Code block>{response}</Code>}
    </Alert>
  )
}
