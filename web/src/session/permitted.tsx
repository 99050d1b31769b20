import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OperationId } from '../api/client.ts'
import { HomeLink } from '../components/not-found.tsx'
import { Page } from '../components/page.tsx'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { rolesFor } from './roles-for.ts'
import { sessionQuery, useCan } from './session.ts'

const texts = messages.notPermitted

interface Props {
  /** The operation that the page reads. */
  readonly reads: OperationId
  readonly children: ReactNode
}

/** A page of the console or the portal, loaded when it is opened. */
export interface PageOfApplication {
  readonly path: string
  /** The operation that it reads. */
  readonly reads: OperationId
  readonly content: ReturnType<typeof lazyRouteComponent>
}

/** Returns the component of a page, which checks whether the user may read it. */
export function permittedPage({ reads, content: Content }: Omit<PageOfApplication, 'path'>) {
  const component = () => (
    <PermittedPage reads={reads}>
      <Content />
    </PermittedPage>
  )
  // The page is loaded as soon as somebody points at a link to it.
  component.preload = Content.preload
  return component
}

/** Shows a page to users whose role permits it. The service would refuse its requests to others. */
function PermittedPage({ reads, children }: Props) {
  const can = useCan()
  const { data } = useQuery(sessionQuery)
  if (can(reads)) return children
  return (
    <Page title={texts.title}>
      {data && <Text>{texts.text(readable(data.user.role), rolesFor(reads, data))}</Text>}
      <HomeLink />
    </Page>
  )
}
