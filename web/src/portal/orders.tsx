import { Anchor } from '@mantine/core'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { ORDERS_COUNTED_TO, OWN_ORDER_COLUMNS, OWN_ORDER_FILTERS } from '../console/orders.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.orders
const REFRESH_MS = 5_000

/** The orders of the partner. */
export function OrdersPage() {
  return (
    <Page title={texts.title}>
      <List
        operation="listOwnOrders"
        filters={OWN_ORDER_FILTERS}
        columns={OWN_ORDER_COLUMNS}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/portal/orders/${id}`}
        refreshEvery={REFRESH_MS}
        countedTo={ORDERS_COUNTED_TO}
        empty={
          <>
            {messages.ofPortal.noOrders}{' '}
            <Anchor href="/docs/quickstart">{messages.ofPortal.quickstart}</Anchor>
          </>
        }
      />
    </Page>
  )
}
