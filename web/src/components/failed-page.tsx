import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { messages } from '../messages/messages.ts'
import { useMode } from '../session/mode.ts'
import { Failure } from './failure.tsx'
import { Page } from './page.tsx'

const NOT_FOUND = 404

interface Props {
  readonly error: unknown
  retry(): void
  /** The page from which readers come to this one. */
  readonly parent: { readonly label: string; readonly href: string }
}

/** Shows that a page could not be read. A 404 leads back to the list instead of offering a retry. */
export function FailedPage({ error, retry, parent }: Props) {
  if (error instanceof ApiError && error.status === NOT_FOUND) {
    return <NotFoundPage parent={parent} />
  }
  return (
    <Page title={messages.failed} parent={parent}>
      <Failure error={error} retry={retry} />
    </Page>
  )
}

/** Says that the id in the address does not exist. */
export function NotFoundPage({ parent }: Pick<Props, 'parent'>) {
  const { unknownTitle, unknown, unknownInTestMode, back } = messages.notFound
  const [mode] = useMode()
  const isTest = mode === 'test' && parent.href.startsWith('/portal')
  return (
    <Page title={unknownTitle}>
      <Text>{isTest ? unknownInTestMode : unknown}</Text>
      <Anchor component={Link} to={parent.href} underline="always">
        {back(parent.label)}
      </Anchor>
    </Page>
  )
}
