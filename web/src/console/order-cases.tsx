import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '../api/client.ts'
import { Delivered } from '../components/delivered.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { casesOfOrder } from './cases-of-order.ts'
import { DecideCase } from './cases.tsx'

const texts = messages.cases
type TracedOrder = Result<'trace'>['orders'][number]

/** True if the order has delivered something: it is COMPLETED, or CANCELLED with a charge. */
export function hasDelivered({ status, chargedAmount = 0 }: TracedOrder): boolean {
  return status === 'COMPLETED' || (status === 'CANCELLED' && chargedAmount > 0)
}

/**
 * The cases of one order, with the decision about requested ones, and what a CANCELLED order
 * delivered.
 */
export function OrderCases({ orderId }: { readonly orderId: string }) {
  const { data, error, refetch } = useQuery(casesOfOrder(orderId))
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={3} />
  const { delivered } = data.meta
  return (
    <Stack gap="xs">
      {delivered && <Delivered {...delivered} />}
      {data.data.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.emptyOfOrder}
        </Text>
      )}
      {data.data.length > 0 && <Cases of={data.data} />}
    </Stack>
  )
}

function Cases({ of }: { readonly of: Result<'listOrderCases'> }) {
  return (
    <PlainTable
      head={[
        texts.itemNo,
        texts.kind,
        texts.state,
        texts.amount,
        texts.reason,
        texts.opened,
        texts.decide,
      ]}
      rows={of.map((row) => [
        row.itemNo,
        readable(row.kind),
        <StatusBadge key="state" status={row.state} />,
        <Money key="amount" amount={row.amount} currency={row.currency} />,
        row.decisionReason ?? row.reason,
        <Instant key="at" at={row.openedAt} />,
        <DecideCase key="decide" {...row} />,
      ])}
    />
  )
}
