import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'

interface Props {
  readonly title: string
  readonly text?: ReactNode
  /** Beside the title: what can be done. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: one heading, what can be done, the content. */
export function Page({ title, text, acts, children }: Props) {
  useDocumentTitle(`${title} · ${messages.product}`)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {text !== undefined && (
            <Text c="dimmed" size="sm" component="div">
              {text}
            </Text>
          )}
        </div>
        <Group gap="xs">{acts}</Group>
      </Group>
      {children}
    </Stack>
  )
}

/** Stands where content will be. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  return (
    <Stack gap="xs" aria-busy="true" aria-label={messages.loading} role="status">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={28} />
      ))}
    </Stack>
  )
}
