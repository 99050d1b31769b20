import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { ORDER_COLUMNS } from './orders.tsx'
import { REQUEST_COLUMNS, REQUEST_FILTERS } from './requests.tsx'

interface Props {
  readonly partnerId: number
}

const { orders, consumers, webhooks } = messages

export function PartnerOrders({ partnerId }: Props) {
  return (
    <List
      operation="listOrders"
      fixed={{ partnerId: String(partnerId) }}
      filters={[{ name: 'clientReference', label: orders.reference }]}
      columns={ORDER_COLUMNS}
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

export function PartnerConsumers({ partnerId }: Props) {
  return (
    <List
      operation="listConsumers"
      path={{ partnerId }}
      filters={[{ name: 'email', label: consumers.email }]}
      columns={[
        { label: consumers.one, cell: ({ consumerId }) => consumerId },
        { label: consumers.name, cell: ({ name }) => name },
        { label: consumers.email, cell: ({ email }) => email },
        { label: consumers.wallets, isNumber: true, cell: ({ wallets }) => count(wallets) },
        { label: consumers.created, cell: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      keyOf={({ consumerId }) => consumerId}
    />
  )
}

export function PartnerWebhooks({ partnerId }: Props) {
  return (
    <List
      operation="listWebhookEndpoints"
      path={{ partnerId }}
      columns={[
        { label: webhooks.one, cell: ({ id }) => <CodeText>{id}</CodeText> },
        { label: webhooks.url, cell: ({ url }) => <CodeText>{url}</CodeText> },
        { label: webhooks.state, cell: ({ state }) => <StatusBadge status={state} /> },
        { label: webhooks.types, cell: ({ eventTypes }) => eventTypes.join(', ') },
        { label: webhooks.failingSince, cell: ({ failingSince }) => <Instant at={failingSince} /> },
      ]}
      keyOf={({ id }) => id}
    />
  )
}
