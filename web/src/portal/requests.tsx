import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { List } from '../components/list.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { RequestDetails } from '../console/request.tsx'
import { REQUEST_COLUMNS, REQUEST_FILTERS } from '../console/requests.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.requests
const PARENT = { label: texts.title, href: '/portal/requests' }
const COLUMNS = REQUEST_COLUMNS.filter(({ label }) => label !== texts.partner)

/** The requests of the partner's programs. */
export function RequestsPage() {
  return (
    <Page title={texts.title} text={messages.ofPortal.requestsAbout}>
      <List
        operation="listOwnRequests"
        filters={REQUEST_FILTERS}
        columns={COLUMNS}
        keyOf={({ requestId }) => requestId}
        hrefOf={({ requestId }) => `/portal/requests/${requestId}`}
        empty={texts.empty}
      />
    </Page>
  )
}

/** One request. If its signature was refused: the text to be signed. */
export function RequestPage() {
  const { requestId } = usePageParams('requestId')
  const { data, error, refetch } = useQuery(queryOf('getOwnRequest', { path: { requestId } }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page title={texts.one(requestId)} id={requestId} parent={PARENT}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && <Loading />}
      {data && <RequestDetails request={data} ordersAt="/portal/orders" />}
    </Page>
  )
}
