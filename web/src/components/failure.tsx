import { Alert, Button, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ApprovalNeeded } from '../api/approval-needed.ts'
import { titleOf } from '../format/fault-title.ts'
import { messages } from '../messages/messages.ts'
import { CodeText } from './code-text.tsx'
import { lazyPart } from './lazy-part.ts'

/** Loaded only if it is shown: its link needs the router, and the sign-in page has none. */
const ApprovalNote = lazyPart(() => import('./approval-note.tsx'), 'ApprovalNote')

interface Props {
  readonly error: unknown
  readonly retry?: () => void
}

/** Shows a failure, the id of the request for support, and a button to try again. */
export function Failure({ error, retry }: Props) {
  if (error instanceof ApprovalNeeded) {
    return (
      <Alert color="blue" variant="light" role="status">
        <Suspense>
          <ApprovalNote approvalId={error.approvalId} />
        </Suspense>
      </Alert>
    )
  }
  const isKnown = error instanceof ApiError
  const requestId = isKnown ? error.requestId : undefined
  return (
    <Alert color="red" variant="light" role="alert" title={isKnown ? titleOf(error) : undefined}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" lang={isKnown ? 'en' : undefined}>
          {error instanceof Error ? error.message : messages.unknownFault}
        </Text>
        {isKnown &&
          detailsToShow(error).map(({ field, message }) => (
            <Text key={field} size="sm" lang="en">
              <CodeText>{field}</CodeText> {message}
            </Text>
          ))}
        {requestId !== undefined && <CodeText>{messages.requestId(requestId)}</CodeText>}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {messages.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The message of an error with a single detail already contains that detail. */
function detailsToShow({ details, message }: ApiError): ApiError['details'] {
  return details.filter((one) => message !== `${one.field} ${one.message}`)
}
