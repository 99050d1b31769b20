import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { messages } from '../messages/messages.ts'
import { Failure } from './failure.tsx'
import { Page } from './page.tsx'

const NOT_FOUND = 404

interface Props {
  readonly error: unknown
  retry(): void
  /** The page from which readers come here. */
  readonly parent: { readonly label: string; readonly href: string }
}

/** A page that could not be read. If nothing has the id in its address, it says so and leads back. */
export function FailedPage({ error, retry, parent }: Props) {
  if (error instanceof ApiError && error.status === NOT_FOUND) {
    return <NothingNamed parent={parent} />
  }
  return (
    <Page title={messages.failed} parent={parent}>
      <Failure error={error} retry={retry} />
    </Page>
  )
}

/** The page of an address whose id nothing has. */
export function NothingNamed({ parent }: Pick<Props, 'parent'>) {
  const { unknownTitle, unknown, back } = messages.notFound
  return (
    <Page title={unknownTitle}>
      <Text>{unknown}</Text>
      <Anchor component={Link} to={parent.href} underline="always">
        {back(parent.label)}
      </Anchor>
    </Page>
  )
}
