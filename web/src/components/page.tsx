import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'
import { CopyId } from './copy-id.tsx'
import { Target } from './target.ts'

interface Props {
  readonly title: string
  /** The id that the title has, to copy it. */
  readonly id?: string
  readonly text?: ReactNode
  /** The page from which readers come to this one. */
  readonly parent?: { readonly label: string; readonly href: string }
  /** The buttons beside the title. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: one heading, buttons, the content. */
export function Page({ title, id, text, parent, acts, children }: Props) {
  useDocumentTitle(`${title} · ${messages.product}`)
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  // Tests and screenshots wait for the page of an address.
  return (
    <Target value={parent && title}>
      <Stack gap="md" className={classes.page} data-address={address}>
        <Group justify="space-between" align="flex-start" className={classes.head}>
          <div>
            {parent && (
              <Anchor component={Link} to={parent.href} size="sm" c="dimmed">
                {parent.label}
              </Anchor>
            )}
            <div className={classes.named}>
              <Title order={1} size="h2" className={classes.title}>
                {title}
              </Title>
              {id !== undefined && <CopyId id={id} />}
            </div>
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
    </Target>
  )
}
