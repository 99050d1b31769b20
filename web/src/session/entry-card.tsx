import { Center, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '../components/mark.tsx'
import { messages } from '../messages/messages.ts'
import classes from './entry-card.module.css'
import { LanguageSwitch } from './language-switch.tsx'

interface Props {
  readonly text?: string
  readonly children: ReactNode
}

/** The frame of a sign-in, an invitation, or the way to the other application. */
export function EntryCard({ text, children }: Props) {
  return (
    <Center component="main" mih="100vh" p="md" className={classes.tiles}>
      <Paper withBorder p="xl" w={380} maw="100%">
        <Title order={1} size="h2" className={classes.brand}>
          <Mark size={28} />
          {messages.product}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" size="sm" mb="md">
            {text}
          </Text>
        )}
        {children}
        <LanguageSwitch />
      </Paper>
    </Center>
  )
}
