import type { Entry } from '../api/client.ts'
import { List, type Column } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
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
  { name: 'amount', label: texts.amount, kind: 'money' },
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

/** The service counts orders of a search, or of a status, up to these numbers. */
export const ORDERS_COUNTED_TO = [10_000, 20_000] as const

/** The place of the partner among the columns, after the reference. */
const PARTNER_AT = 3

/** The columns of the orders of one partner. */
export const OWN_ORDER_COLUMNS: readonly Column<Entry<'listOwnOrders'>>[] = [
  { label: texts.order, field: 'id', shows: 'id' },
  { label: texts.status, field: 'status', shows: 'status' },
  { label: texts.reference, field: 'clientReference' },
  { label: texts.items, field: 'itemCount', shows: 'count' },
  { label: texts.amount, field: 'totalAmount', shows: 'amount' },
  { label: texts.created, field: 'createdAt', shows: 'time' },
]

const COLUMNS: readonly Column<Entry<'listOrders'>>[] = [
  ...OWN_ORDER_COLUMNS.slice(0, PARTNER_AT),
  {
    label: texts.partner,
    field: 'partnerId',
    cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
  },
  ...OWN_ORDER_COLUMNS.slice(PARTNER_AT),
]

export function OrdersPage() {
  const partner = usePartnerFilter()
  const product = useProductFilter()
  return (
    <Page title={texts.title}>
      <List
        operation="listOrders"
        filters={[STATUS_FILTER, partner, ...IDENTIFIER_FILTERS, product, ...PROPERTY_FILTERS]}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/orders/${id}`}
        live="orders"
        countedTo={ORDERS_COUNTED_TO}
      />
    </Page>
  )
}
