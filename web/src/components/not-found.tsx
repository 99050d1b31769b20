import { Anchor, Text } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { Page } from './page.tsx'

const texts = messages.notFound

export function NotFound() {
  return (
    <Page title={texts.title}>
      <Text>{texts.text}</Text>
      <HomeLink />
    </Page>
  )
}

/** Leads to the first page of the console or of the portal, wherever the reader is. */
export function HomeLink() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isPortal = path.startsWith('/portal')
  return (
    <Anchor component={Link} to={isPortal ? '/portal' : '/console'} underline="always">
      {isPortal ? messages.ofPortal.home : messages.navigation.overview}
    </Anchor>
  )
}
