import { Text, Title } from '@mantine/core'
import type { Result } from '../api/client.ts'
import { Instant } from './instant.tsx'
import { PlainTable } from './plain-table.tsx'
import { linkTexts as texts } from '../messages/en-links.ts'

type Message = Result<'getOwnLink'>['messages'][number]

/** The mails of a link, and what became of each. */
export function LinkMessages({ messages }: { readonly messages: readonly Message[] }) {
  return (
    <>
      <Title order={2} size="h4">
        {texts.mails}
      </Title>
      {messages.length === 0 ? (
        <Text c="dimmed" size="sm">
          {texts.noMails}
        </Text>
      ) : (
        <PlainTable
          head={[texts.mail, texts.outcome, texts.queued]}
          rows={messages.map((message) => [
            texts.kinds[message.kind],
            <Outcome key="outcome" message={message} />,
            <Instant key="at" at={message.createdAt} />,
          ])}
        />
      )}
    </>
  )
}

function Outcome({ message }: { readonly message: Message }) {
  const { lastError } = message
  return (
    <>
      <Text size="sm">
        <Sentence message={message} />
      </Text>
      {lastError !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.said(lastError)}
        </Text>
      )}
    </>
  )
}

function Sentence({ message }: { readonly message: Message }) {
  const { state, reason, sentAt, nextAttemptAt } = message
  if (state === 'BOUNCED' || state === 'COMPLAINED' || state === 'SUPPRESSED') {
    return reason === undefined ? texts.noReason : texts.reasons[reason]
  }
  // Other mail servers on the way try again, too, and do not say when.
  if (state === 'DEFERRED' && sentAt !== undefined) return texts.isDelayed
  return (
    <>
      {texts.states[state]} <Instant at={sentAt ?? nextAttemptAt} isExact />
    </>
  )
}
