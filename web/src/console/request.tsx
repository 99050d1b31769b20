import { Alert, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type Result } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading, Page } from '../components/page.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.requests

/** One request; of a refused signature, which check failed and what should have been signed. */
export function RequestPage() {
  const { requestId } = usePageParams('requestId')
  const { data, error, refetch } = useQuery({
    queryKey: ['getRequest', requestId],
    queryFn: ({ signal }) => call('getRequest', { path: { requestId }, signal }),
  })
  return (
    <Page title={texts.one(requestId)}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <RequestDetails request={data} ordersAt="/console/orders" />}
    </Page>
  )
}

interface DetailsProps {
  readonly request: Result<'getRequest'>
  /** The address of the list of orders. */
  readonly ordersAt: string
}

export function RequestDetails({ request, ordersAt }: DetailsProps) {
  return (
    <Stack>
      {request.failedCheck !== undefined && <SignatureDebugger request={request} />}
      <Details
        of={[
          [texts.at, <Instant key="at" at={request.at} />],
          [texts.path, <CodeText key="path">{`${request.method} ${request.path}`}</CodeText>],
          [texts.status, [request.status, request.code].filter(Boolean).join(' ')],
          [texts.ms, request.ms],
          [texts.credential, <CodeText key="client">{request.clientId}</CodeText>],
          [texts.partner, request.partnerId],
          [texts.address, <CodeText key="address">{request.address}</CodeText>],
          [texts.callerId, request.callerRequestId],
          [
            texts.order,
            request.orderId && (
              <Link to={`${ordersAt}/${request.orderId}`}>
                <CodeText>{request.orderId}</CodeText>
              </Link>
            ),
          ],
        ]}
      />
    </Stack>
  )
}

function SignatureDebugger({ request }: { readonly request: Result<'getRequest'> }) {
  return (
    <Alert color="orange" title={texts.refused(request.failedCheck ?? '')}>
      <Stack gap="xs">
        <Text size="sm">{request.failure}</Text>
        {request.stringToSign !== undefined && (
          <>
            <Title order={2} size="h6">
              {texts.stringToSign}
            </Title>
            <Code block>{request.stringToSign}</Code>
            <Text size="sm">{texts.compare}</Text>
          </>
        )}
      </Stack>
    </Alert>
  )
}
