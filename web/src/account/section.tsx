import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly text?: ReactNode
  readonly acts?: ReactNode
  readonly children?: ReactNode
}

/** A section of the page, with its title and its buttons. */
export function Section({ title, text, acts, children }: Props) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" component="div" maw={640}>
          {text}
        </Text>
      )}
      {acts !== undefined && <Group gap="xs">{acts}</Group>}
      {children}
    </Stack>
  )
}
