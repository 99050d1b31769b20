import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { messages } from '../messages/messages.ts'
import { Details } from './details.tsx'

const texts = messages.shownOnce

interface Props {
  readonly title: string
  /** To whom it is given, and how. */
  readonly text: string
  readonly values: readonly (readonly [string, string])[]
  /** Without it they stay as long as the page does. */
  close?(): void
}

/** Secrets that are shown once, where they are made. */
export function ShownOnce({ title, text, values, close }: Props) {
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
        of={values.map(([name, value]) => [name, <Secret key={name} name={name} value={value} />])}
      />
    </Alert>
  )
}

function Secret({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Group gap="xs">
      <Code maw="100%">{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy} aria-label={texts.copy(name)}>
            {copied ? texts.copied : texts.copyShort}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
