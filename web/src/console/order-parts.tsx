import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, request, type Result } from '../api/client.ts'
import { IdText } from '../components/id-text.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count, exact, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { OrderPager } from './order-pager.tsx'
import { ProductLink } from './product-names.tsx'
import { supplierPath } from './supplier-path.ts'

type Order = Result<'getOrder'>

const texts = messages.orders
const PAGE_SIZE = 100
const PURCHASES_MAX = 500

interface Props {
  readonly orderId: string
  readonly part: 'lines' | 'batches'
}

/** The lines or the batches of an order, page by page. */
export function OrderParts({ orderId, part }: Props) {
  const [page, setPage] = useState(1)
  const query = { page, pageSize: PAGE_SIZE }
  const { data, error, refetch } = useQuery({
    queryKey: ['getOrder', orderId, query],
    queryFn: ({ signal }) => request('getOrder', { path: { orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  // This page stays until the next one is read.
  const { page: shown, hasNext, totalRecords } = data.meta.pagination
  const first = (shown - 1) * PAGE_SIZE
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {part === 'lines' ? <Lines order={data.data} /> : <Batches order={data.data} />}
      <OrderPager
        shown={texts.partShown[part](
          `${count(first + 1)} – ${count(Math.min(first + PAGE_SIZE, totalRecords))}`,
          count(totalRecords),
        )}
        page={page}
        hasNext={hasNext}
        open={setPage}
      />
    </>
  )
}

function Lines({ order }: { readonly order: Order }) {
  const hasReferences = order.lines.some(({ itemReference }) => itemReference !== undefined)
  return (
    <PlainTable
      head={[
        texts.line,
        texts.product,
        texts.faceValue,
        texts.quantity,
        texts.unitCost,
        texts.rate,
        ...(hasReferences ? [texts.itemReference] : []),
      ]}
      numbers={[2, 3, 4]}
      rows={order.lines.map((line) => [
        line.lineNo,
        <ProductLink key="product" id={line.productId} brand={line.brand} />,
        <Money key="face" amount={line.faceValue} currency={line.currency} />,
        count(line.quantity),
        <Money key="cost" amount={line.unitCost} currency={order.currency} />,
        [exact(line.fxRate), line.fxRateSource].filter(Boolean).join(' · '),
        ...(hasReferences ? [line.itemReference] : []),
      ])}
    />
  )
}

function Batches({ order }: { readonly order: Order }) {
  const hasLots = order.fulfillments.some(({ lots = [] }) => lots.length > 0)
  return (
    <PlainTable
      head={[
        texts.product,
        texts.batch,
        texts.status,
        texts.quantity,
        texts.supplier,
        texts.ourCost,
        texts.attempts,
        ...(hasLots ? [texts.lots] : []),
      ]}
      numbers={[3, 5]}
      rows={order.fulfillments.map((batch) => [
        <BatchProduct key="product" order={order} batch={batch} />,
        <IdText key="id" id={batch.fulfillmentId} />,
        <StatusBadge key="status" status={batch.status} />,
        count(batch.quantity),
        <BatchSupplier key="supplier" orderId={order.id} batch={batch} />,
        <BatchCost key="cost" orderId={order.id} batch={batch} />,
        <Attempts key="attempts" attempts={batch.attempts} />,
        ...(hasLots ? [batch.lots?.join(', ')] : []),
      ])}
    />
  )
}

/** The product of a batch: the response has the lines of its batches. */
function BatchProduct({ order, batch }: Pick<BatchProps, 'batch'> & { readonly order: Order }) {
  const line = order.lines.find(({ lineNo }) => lineNo === batch.lineNo)
  return line && <ProductLink id={line.productId} brand={line.brand} />
}

interface BatchProps {
  readonly orderId: string
  readonly batch: Order['fulfillments'][number]
}

/** The supplier of a batch. If its codes were bought, it links to the purchases and their cost. */
function BatchSupplier({ orderId, batch: { supplier, account } }: BatchProps) {
  if (account === undefined) return supplier
  const name = `${supplier}:${account}`
  return (
    <Link to={supplierPath(name)} search={{ 'purchases.orderId': orderId }}>
      {name}
    </Link>
  )
}

/** What the supplier of a batch has charged for it, if that is known. */
function BatchCost({ orderId, batch: { supplier, account, fulfillmentId } }: BatchProps) {
  const name = `${supplier}:${account}`
  const can = useCan()
  const { data = [] } = useQuery({
    queryKey: ['listSupplierPurchases', name, orderId],
    queryFn: ({ signal }) => {
      const query = { orderId, status: 'DONE', pageSize: PURCHASES_MAX } as const
      return call('listSupplierPurchases', { path: { supplier: name }, query, signal })
    },
    enabled: account !== undefined && can('listSupplierPurchases'),
  })
  const own = data.filter((one) => one.fulfillmentId === fulfillmentId)
  const [first] = own
  const costs = own.flatMap(({ cost }) => cost ?? [])
  const isKnown = first !== undefined && costs.length === own.length
  // Of more purchases, only the first ones were read.
  if (!isKnown || data.length === PURCHASES_MAX) return null
  return <Money amount={sumOf(costs as Decimal[])} currency={first.costCurrency} />
}

function Attempts({ attempts }: { readonly attempts: Order['fulfillments'][number]['attempts'] }) {
  return (
    <>
      {attempts.map(({ at, outcome, reason, supplier }) => (
        <Text key={`${at}-${outcome}`} size="sm" component="div">
          <Instant at={at} isExact /> {[supplier, outcome, reason].filter(Boolean).join(' · ')}
        </Text>
      ))}
    </>
  )
}
