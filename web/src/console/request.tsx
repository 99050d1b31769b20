import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import { IdText } from '../components/id-text.tsx'
import { Details } from '../components/details.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { HttpStatus } from '../components/http-status.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { SignatureDebugger } from '../components/signature-debugger.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { milliseconds } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { PartnerLink } from './partner-names.tsx'

const texts = messages.requests
const PARENT = { label: texts.title, href: '/console/requests' }

/** A request. If its signature was refused: the check that failed, and the text to be signed. */
export function RequestPage() {
  const { requestId } = usePageParams('requestId')
  const { data, error, refetch } = useQuery(queryOf('getRequest', { path: { requestId } }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page title={texts.one(requestId)} id={requestId} parent={PARENT}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && <Loading />}
      {data && (
        <RequestDetails
          request={data}
          ordersAt="/console/orders"
          partner={<PartnerLink id={data.partnerId} />}
        />
      )}
    </Page>
  )
}

interface DetailsProps {
  readonly request: Result<'getRequest'>
  /** The address of the list of orders. */
  readonly ordersAt: string
  /** Names the partner, if the page does not. */
  readonly partner?: ReactNode
}

export function RequestDetails({ request, ordersAt, partner }: DetailsProps) {
  return (
    <Stack>
      <SignatureDebugger request={request} />
      <Details
        of={[
          [texts.at, <Instant key="at" at={request.at} isExact />],
          [texts.path, <CodeText key="path">{`${request.method} ${request.path}`}</CodeText>],
          [texts.status, <HttpStatus key="status" status={request.status} />],
          [texts.code, request.code],
          [texts.ms, milliseconds(request.ms)],
          [texts.credential, <IdText key="client" id={request.clientId} />],
          [texts.partner, partner],
          [texts.address, <CodeText key="address">{request.address}</CodeText>],
          [texts.callerId, request.callerRequestId],
          [texts.rows, request.rows],
          [
            texts.order,
            request.orderId && (
              <IdText id={request.orderId} to={`${ordersAt}/${request.orderId}`} />
            ),
          ],
        ]}
      />
    </Stack>
  )
}
