import { List } from '../components/list.tsx'
import { messages } from '../messages/messages.ts'
import { OWN_ORDER_COLUMNS, OWN_ORDER_FILTERS } from './orders.tsx'
import { REQUEST_COLUMNS, REQUEST_FILTERS } from './requests.tsx'

interface Props {
  readonly partnerId: number
}

/** Without the partner, because it is that of the page. */
const REQUESTS = REQUEST_COLUMNS.filter(({ label }) => label !== messages.requests.partner)

export function PartnerOrders({ partnerId }: Props) {
  return (
    <List
      operation="listOrders"
      fixed={{ partnerId: String(partnerId) }}
      filters={OWN_ORDER_FILTERS}
      columns={OWN_ORDER_COLUMNS}
      live="orders"
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/console/orders/${id}`}
    />
  )
}

export function PartnerRequests({ partnerId }: Props) {
  return (
    <List
      operation="listRequests"
      fixed={{ partnerId: String(partnerId) }}
      filters={REQUEST_FILTERS}
      columns={REQUESTS}
      keyOf={({ requestId }) => requestId}
      hrefOf={({ requestId }) => `/console/requests/${requestId}`}
    />
  )
}
