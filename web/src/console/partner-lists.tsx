import { List } from '../components/list.tsx'
import { messages } from '../messages/messages.ts'
import { ORDER_COLUMNS } from './orders.tsx'
import { REQUEST_COLUMNS, REQUEST_FILTERS } from './requests.tsx'

interface Props {
  readonly partnerId: number
}

const { orders } = messages

export function PartnerOrders({ partnerId }: Props) {
  return (
    <List
      operation="listOrders"
      fixed={{ partnerId: String(partnerId) }}
      filters={[{ name: 'clientReference', label: orders.reference }]}
      columns={ORDER_COLUMNS}
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
      columns={REQUEST_COLUMNS}
      keyOf={({ requestId }) => requestId}
      hrefOf={({ requestId }) => `/console/requests/${requestId}`}
    />
  )
}
