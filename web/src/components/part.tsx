import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly text?: string
  /** The buttons beside the heading. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a heading of its own. */
export function Part({ title, text, acts, children }: Props) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {acts}
      </Group>
      {children}
    </Stack>
  )
}
