import { useQuery } from '@tanstack/react-query'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { FailedPage, NotFoundPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON, REASON } from '../components/reason.ts'
import { useListSearch } from '../components/use-list-search.ts'
import { usePageParams } from '../components/use-page-params.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useLive } from '../session/use-live.ts'
import { useCan } from '../session/session.ts'
import { OpenCase } from './open-case.tsx'
import { hasDelivered } from './order-cases.tsx'
import { OrderStory } from './order-story.tsx'

const texts = messages.orders
const PARENT = { label: texts.title, href: '/console/orders' }
/** The interval at which the order is read again if no news arrives. */
const REFRESH_MS = 30_000
const FINAL = ['COMPLETED', 'CANCELLED']

/** One order as one page, and what can be done with it. It follows the order while it runs. */
export function OrderPage() {
  const { orderId } = usePageParams('orderId')
  const { data, error, refetch } = useQuery({
    ...queryOf('trace', { query: { q: orderId } }),
    refetchInterval: ({ state }) => (isFinal(state.data) ? false : REFRESH_MS),
  })
  useLive(refetch, ({ topic, orderIds }) => {
    return topic === 'orders' && (orderIds === undefined || orderIds.includes(orderId))
  })
  const order = data?.orders[0]
  if (data && !order) return <NotFoundPage parent={PARENT} />
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page
      title={messages.trace.order(orderId)}
      id={orderId}
      parent={PARENT}
      acts={order && <Acts order={order} />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && <Loading />}
      {order && <HiddenActs order={order} />}
      {order && <OrderStory order={order} />}
    </Page>
  )
}

type TracedOrder = Result<'trace'>['orders'][number]

function Acts({ order }: { readonly order: TracedOrder }) {
  const { id, status } = order
  const can = useCan()
  const { search } = useListSearch()
  const path = { orderId: id }
  const isOpen = !FINAL.includes(status)
  return (
    <>
      {isOpen && can('retryOrder') && (
        <Act
          operation="retryOrder"
          path={path}
          label={texts.retry}
          text={texts.retryText}
          fields={[OPTIONAL_REASON]}
          done={({ retried }) => texts.retried(retried)}
        />
      )}
      {isOpen && can('cancelOrder') && (
        <Act
          operation="cancelOrder"
          path={path}
          label={texts.cancel}
          text={texts.cancelText}
          fields={[REASON]}
          isDangerous
        />
      )}
      {hasDelivered(order) && <OpenCase order={order} initialItem={search['item']} />}
    </>
  )
}

/** Says whom to ask for the acts that the user's role does not permit. */
function HiddenActs({ order }: { readonly order: TracedOrder }) {
  if (hasDelivered(order)) return <AskOthers operation="openCase" act={texts.openCase} />
  if (FINAL.includes(order.status)) return null
  return <AskOthers operation="cancelOrder" act={texts.retryOrCancel} />
}

function isFinal(trace: Result<'trace'> | undefined): boolean {
  return FINAL.includes(trace?.orders[0]?.status ?? '')
}
