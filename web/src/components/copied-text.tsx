import { Button, CopyButton, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'

const texts = messages.shownOnce

interface Props {
  /** The name of the value, for screen readers. */
  readonly name: string
  readonly value: string
  /** How the value is shown. */
  readonly children: ReactNode
}

/** A value beside the button that copies it. */
export function CopiedText({ name, value, children }: Props) {
  return (
    <Group gap="xs">
      {children}
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
