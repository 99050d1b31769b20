import type { Entry } from '../api/client.ts'
import { Instant } from '../components/instant.tsx'
import { List, type Column } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'
import { useProductFilter } from './product-names.tsx'

const texts = messages.orders
const STATUSES = ['PENDING', 'PROCESSING', 'ON_HOLD', 'OUT_OF_STOCK', 'COMPLETED', 'CANCELLED']

const STATUS_FILTER = { name: 'status', label: texts.status, choices: STATUSES } as const
const IDENTIFIER_FILTERS = [
  { name: 'clientReference', label: texts.reference },
  { name: 'itemReference', label: texts.itemReference },
  { name: 'cardIdentifier', label: texts.cardIdentifier },
  { name: 'recipient', label: texts.recipient },
] as const
const PROPERTY_FILTERS = [
  { name: 'currency', label: texts.currency },
  { name: 'createdFrom', label: texts.from, kind: 'date' },
  { name: 'createdTo', label: texts.to, kind: 'date' },
] as const

/** The filters of the orders of one partner, without a catalog to choose a product from. */
export const OWN_ORDER_FILTERS = [
  STATUS_FILTER,
  ...IDENTIFIER_FILTERS,
  { name: 'productId', label: texts.product, kind: 'number' },
  ...PROPERTY_FILTERS,
] as const

export const ORDER_COLUMNS: readonly Column<Entry<'listOrders'>>[] = [
  { label: texts.order, field: 'id', isId: true },
  { label: texts.status, field: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  { label: texts.reference, field: 'clientReference' },
  {
    label: texts.partner,
    field: 'partnerId',
    cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
  },
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

export function OrdersPage() {
  const partner = usePartnerFilter()
  const product = useProductFilter()
  return (
    <Page title={texts.title}>
      <List
        operation="listOrders"
        filters={[STATUS_FILTER, partner, ...IDENTIFIER_FILTERS, product, ...PROPERTY_FILTERS]}
        columns={ORDER_COLUMNS}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/orders/${id}`}
        live="orders"
      />
    </Page>
  )
}
