import { Alert, Code, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import { IdText } from '../components/id-text.tsx'
import { Sided } from '../components/sided.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { ShownOnce } from '../components/shown-once.tsx'
import { webhookTexts } from '../messages/en-webhooks.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointState } from './endpoint-state.tsx'
import type { WebhookSide } from './side.ts'
import { EndpointActs } from './endpoint-acts.tsx'
import { secretIn, typesOf } from './endpoint-list.tsx'

const texts = webhookTexts

type TestResult = Result<'testWebhookEndpoint'>

interface Props {
  readonly side: WebhookSide
  readonly endpointId: string
}

/** An endpoint of a partner: its state, what can be done, and each attempt to send. */
export function Endpoint({ side, endpointId }: Props) {
  const { operations, list } = side
  const path = { ...side.path, endpointId }
  const [newSecret, setNewSecret] = useState<{ readonly secret?: string }>()
  const [testResult, setTestResult] = useState<TestResult>()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(queryOf(operations.read, { path }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={list} />
  }
  if (!data) return <Loading />
  const acts = (
    <EndpointActs
      side={side}
      endpointId={endpointId}
      state={data.state}
      onTested={setTestResult}
      onRotated={setNewSecret}
      onRemoved={() => void navigate({ to: list.href })}
    />
  )
  return (
    <Page title={texts.title} parent={list} acts={acts}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {newSecret && (
        <ShownOnce
          title={texts.rotated}
          text={newSecret.secret === undefined ? texts.heldBack : side.once}
          values={secretIn(newSecret)}
          close={() => setNewSecret(undefined)}
        />
      )}
      {testResult && <TestOutcome result={testResult} close={() => setTestResult(undefined)} />}
      <Sided
        facts={[
          [texts.url, <CodeText key="url">{data.url}</CodeText>],
          [texts.one, <IdText key="id" id={data.id} />],
          [texts.note, data.description],
          [texts.state, <EndpointState key="state" of={data} />],
          [texts.disabledFor, data.disabledReason && texts.disabled[data.disabledReason]],
          [texts.failingSince, data.failingSince && <Instant at={data.failingSince} />],
          [texts.types, typesOf(data.eventTypes)],
          [
            texts.previousSecret,
            data.previousSecretExpiresAt && <Instant at={data.previousSecretExpiresAt} />,
          ],
        ]}
      >
        <Title order={2} size="h4">
          {texts.deliveries}
        </Title>
        <AskOthers operation={operations.replay} act={texts.sendAgain} />
        <Deliveries side={side} endpointId={endpointId} />
      </Sided>
    </Page>
  )
}

function TestOutcome({
  result,
  close,
}: {
  readonly result: TestResult
  readonly close: () => void
}) {
  const { succeeded, httpStatus, error, durationMs, response } = result
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
