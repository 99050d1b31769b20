import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { request, type Result } from '../api/client.ts'
import { Delivered } from '../components/delivered.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.cases
/** The most cases that one request reads. Further ones are in the list of cases. */
const CASES_MAX = 500

type Order = Pick<Result<'getOwnOrder'>, 'id' | 'status'>

/**
 * Reads the cases of an order, and what it delivered. Reads them again when the order has ended.
 */
export function useCases({ id, status }: Order) {
  const can = useCan()
  const { data } = useQuery({
    queryKey: ['listOwnOrderCases', id, status],
    queryFn: ({ signal }) =>
      request('listOwnOrderCases', {
        path: { orderId: id },
        query: { pageSize: CASES_MAX },
        signal,
      }),
    enabled: can('listOwnOrderCases'),
  })
  const delivered = data?.meta.delivered
  return {
    cases: data?.data ?? [],
    delivered,
    hasDelivered: status === 'COMPLETED' || delivered !== undefined,
    /** A CANCELLED order costs only the items that it delivered. */
    chargedAmount: status === 'CANCELLED' && data ? (delivered?.chargedAmount ?? 0) : undefined,
  }
}

/** Shows the deliveries of a CANCELLED order, and the cases of an order, if there are any. */
export function OrderCases({ order }: { readonly order: Order }) {
  const { cases, delivered } = useCases(order)
  return (
    <>
      {delivered && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            {messages.delivered.title}
          </Title>
          <Delivered {...delivered} />
        </Stack>
      )}
      {cases.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            {texts.title}
          </Title>
          <PlainTable
            head={[texts.itemNo, texts.kind, texts.state, texts.amount, texts.reason, texts.opened]}
            numbers={[3]}
            rows={cases.map(({ itemNo, kind, state, amount, currency, reason, ...row }) => [
              itemNo,
              readable(kind),
              <StatusBadge key="state" status={state} />,
              <Money key="amount" amount={amount} currency={currency} />,
              row.decisionReason ?? reason,
              <Instant key="opened" at={row.openedAt} />,
            ])}
          />
        </Stack>
      )}
    </>
  )
}
