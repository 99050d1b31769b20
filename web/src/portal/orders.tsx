import { Anchor } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { Instant } from '../components/instant.tsx'
import { List, type Column } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { OWN_ORDER_FILTERS } from '../console/orders.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.orders
const REFRESH_MS = 5_000

const COLUMNS: readonly Column<Entry<'listOwnOrders'>>[] = [
  { label: texts.order, field: 'id', isId: true },
  { label: texts.status, field: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  { label: texts.reference, field: 'clientReference' },
  {
    label: texts.items,
    isNumber: true,
    field: 'itemCount',
    cell: ({ itemCount }) => count(itemCount),
  },
  {
    label: texts.amount,
    isNumber: true,
    field: 'totalAmount',
    cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
  },
  { label: texts.created, field: 'createdAt', cell: ({ createdAt }) => <Instant at={createdAt} /> },
]

/** The orders of the partner. */
export function OrdersPage() {
  return (
    <Page title={texts.title}>
      <List
        operation="listOwnOrders"
        filters={OWN_ORDER_FILTERS}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/portal/orders/${id}`}
        refreshEvery={REFRESH_MS}
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
