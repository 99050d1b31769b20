import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { IdText } from '../components/id-text.tsx'
import { itemsOfPage } from '../components/item-page.ts'
import { Loading } from '../components/loading.tsx'
import { Money } from '../components/money.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count, readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { casesOfOrder } from './cases-of-order.ts'
import { DecideCase } from './cases.tsx'
import { linesOf, OpenCase } from './open-case.tsx'
import { OrderPager } from './order-pager.tsx'
import { ProductLink } from './product-names.tsx'

const texts = messages.orders
const PAGE_SIZE = 50

/** The items of an order, each with its case and what can be done about it. No code is read. */
export function OrderItems({ order }: { readonly order: Result<'trace'>['orders'][number] }) {
  const { id, itemCount } = order
  const [page, setPage] = useState(1)
  const lines = useQuery({
    queryKey: ['getOrder', id, 'lines'],
    queryFn: ({ signal }) => linesOf(id, signal),
  })
  const cases = useQuery(casesOfOrder(id))
  const failed = [lines, cases].find(({ error }) => error)
  if (failed?.error) return <Failure error={failed.error} retry={() => void failed.refetch()} />
  if (!lines.data || !cases.data) return <Loading />
  // The list begins with the latest case.
  const caseOf = new Map(cases.data.data.toReversed().map((one) => [one.itemNo, one]))
  const items = itemsOfPage(lines.data, { page, pageSize: PAGE_SIZE })
  const hasReferences = lines.data.some(({ itemReference }) => itemReference !== undefined)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.codesMasked}
      </Text>
      <PlainTable
        head={[
          texts.item,
          texts.product,
          texts.faceValue,
          ...(hasReferences ? [texts.itemReference] : []),
          texts.cardIdentifier,
          texts.caseOfItem,
          texts.acts,
        ]}
        numbers={[2]}
        rows={items.map(({ itemNo, line }) => [
          count(itemNo),
          <ProductLink key="product" id={line.productId} brand={line.brand} />,
          <Money key="value" amount={line.faceValue} currency={line.currency} />,
          ...(hasReferences ? [line.itemReference] : []),
          <IdText key="card" id={`crd_${id.slice('ord_'.length)}-${itemNo}`} />,
          <CaseOfItem key="case" found={caseOf.get(itemNo)} />,
          <ActOfItem key="act" order={order} itemNo={itemNo} found={caseOf.get(itemNo)} />,
        ])}
      />
      <OrderPager
        shown={texts.partShown.items(
          `${count((page - 1) * PAGE_SIZE + 1)} – ${count(Math.min(page * PAGE_SIZE, itemCount))}`,
          count(itemCount),
        )}
        page={page}
        hasNext={page * PAGE_SIZE < itemCount}
        open={setPage}
      />
    </Stack>
  )
}

interface Props {
  readonly found: Result<'listOrderCases'>[number] | undefined
}

function CaseOfItem({ found }: Props) {
  if (!found) return null
  return (
    <Group gap="xs" wrap="nowrap">
      {readable(found.kind)}
      <StatusBadge status={found.state} />
    </Group>
  )
}

interface ActProps extends Props {
  readonly order: Result<'trace'>['orders'][number]
  readonly itemNo: number
}

/** Decides a requested case, or opens one. A blocked item may still be refunded or replaced. */
function ActOfItem({ order, itemNo, found }: ActProps) {
  if (found?.state === 'REQUESTED') return <DecideCase {...found} />
  if (found?.state === 'DONE' && found.kind !== 'block') return null
  return <OpenCase order={order} itemNo={itemNo} />
}
