import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { Page } from './page.tsx'

const texts = messages.notFound

export function NotFound() {
  return (
    <Page title={texts.title}>
      <Text>{texts.text}</Text>
      <Anchor component={Link} to="/console">
        {texts.home}
      </Anchor>
    </Page>
  )
}
