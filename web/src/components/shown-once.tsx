import { Alert, Code, Text } from '@mantine/core'
import { messages } from '../messages/messages.ts'
import { useSessionOver } from '../session/session.ts'
import { CopiedText } from './copied-text.tsx'
import { Details } from './details.tsx'

interface Props {
  readonly title: string
  /** Whom to give it to, and how. */
  readonly text: string
  readonly values: readonly (readonly [string, string])[]
  /** Closes the secrets; if absent, they stay as long as the page. */
  close?(): void
}

/**
 * Secrets that are shown once, on the page that created them. While the session is over, they are
 * not in the page. After the same user has signed in again, the page shows them again.
 */
export function ShownOnce({ title, text, values, close }: Props) {
  if (useSessionOver()) return null
  return (
    <Alert
      color="green"
      title={title}
      withCloseButton={close !== undefined}
      closeButtonLabel={messages.close}
      {...(close && { onClose: close })}
    >
      <Text size="sm" mb="xs">
        {text}
      </Text>
      <Details
        of={values.map(([name, value]) => [
          name,
          <CopiedText key={name} name={name} value={value}>
            <Code maw="100%">{value}</Code>
          </CopiedText>,
        ])}
      />
    </Alert>
  )
}
