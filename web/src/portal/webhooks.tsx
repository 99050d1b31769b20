import { Alert, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.ofPortal
const EVERY = '*'

/** The endpoints that events are sent to. */
export function WebhooksPage() {
  const can = useCan()
  const [secret, setSecret] = useState<string>()
  return (
    <Page
      title={texts.webhooks}
      text={texts.webhooksAbout}
      acts={
        can('createOwnWebhookEndpoint') && (
          <Act
            operation="createOwnWebhookEndpoint"
            label={texts.createEndpoint}
            fields={[{ name: 'url', label: texts.url, help: texts.urlHelp }]}
            onDone={(made) => setSecret(made.secret)}
          />
        )
      }
    >
      {secret !== undefined && <Secret secret={secret} close={() => setSecret(undefined)} />}
      <List
        operation="listOwnWebhookEndpoints"
        columns={[
          { label: texts.url, cell: ({ url }) => url },
          { label: texts.state, cell: ({ state }) => <StatusBadge status={state} /> },
          { label: texts.eventTypes, cell: ({ eventTypes }) => namesOf(eventTypes) },
          { label: texts.failingSince, cell: ({ failingSince }) => <Instant at={failingSince} /> },
          { label: texts.created, cell: ({ createdAt }) => <Instant at={createdAt} /> },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/portal/webhooks/${id}`}
        empty={texts.noEndpoints}
      />
    </Page>
  )
}

/** Returns the types of events as people read them. */
export function namesOf(eventTypes: readonly string[]): string {
  return eventTypes.includes(EVERY) ? texts.every : eventTypes.join(', ')
}

/** A secret, shown once. */
export function Secret({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  return (
    <Alert
      color="green"
      title={texts.secretMade}
      withCloseButton
      closeButtonLabel={messages.close}
      onClose={close}
    >
      <Text size="sm" mb="xs">
        {texts.secretOnce}
      </Text>
      <Code block>{secret}</Code>
    </Alert>
  )
}
