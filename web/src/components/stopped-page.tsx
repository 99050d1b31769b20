import { Button, Text } from '@mantine/core'
import { messages } from '../messages/messages.ts'
import { Page } from './page.tsx'

/** Stands in place of a page that has thrown; the menu stays. */
export function StoppedPage({ reset }: { reset(): void }) {
  return (
    <Page title={messages.stopped}>
      <Text size="sm" role="alert">
        {messages.stoppedText}
      </Text>
      <div>
        <Button size="xs" variant="default" onClick={reset}>
          {messages.retry}
        </Button>
      </div>
    </Page>
  )
}
