import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/Timeline.layer.css'
import { Group, Paper, Stack, Tabs, Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { IdText } from '../components/id-text.tsx'
import classes from '../components/components.module.css'
import { Details } from '../components/details.tsx'
import { Instant } from '../components/instant.tsx'
import { shownLabels } from '../components/labels.ts'
import { Money } from '../components/money.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { StepTime } from '../components/step-time.tsx'
import { TabList } from '../components/tab-list.tsx'
import { useHashTab } from '../components/use-hash-tab.ts'
import { Link } from '@tanstack/react-router'
import { faultInWords } from '../format/fault-words.ts'
import { count, readable } from '../format/format.ts'
import { transferKind } from '../format/transfer-kind.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { hasDelivered, OrderCases } from './order-cases.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderParts } from './order-parts.tsx'
import { PartnerLink } from './partner-names.tsx'
import { ProductLink } from './product-names.tsx'

type TracedOrder = Result<'trace'>['orders'][number]

const texts = messages.orders

/** All records of an order, and beside them its price and its partner. */
export function OrderStory({ order }: { readonly order: TracedOrder }) {
  return (
    <>
      <State order={order} />
      <div className={classes.sided}>
        <Stack>
          <Receipt order={order} />
          <Origin order={order} />
        </Stack>
        <Records order={order} />
      </div>
    </>
  )
}

function Records({ order }: Props) {
  const can = useCan()
  const [tab, openTab] = useHashTab('events')
  const hasCases = hasDelivered(order) && can('listOrderCases')
  return (
    <Tabs value={tab} onChange={openTab} keepMounted={false} className={classes.shrinks}>
      <TabList
        tabs={[
          { value: 'events', label: texts.history },
          { value: 'lines', label: texts.lines },
          ...(hasCases ? [{ value: 'items', label: texts.items }] : []),
          { value: 'batches', label: texts.batches },
          { value: 'transfers', label: texts.transfers },
          { value: 'requests', label: texts.requests },
          { value: 'downloads', label: texts.downloads },
          ...(hasCases ? [{ value: 'cases', label: messages.cases.title }] : []),
        ]}
        open={tab}
        openTab={openTab}
      />
      <Tabs.Panel value="events" pt="md">
        <History order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="lines" pt="md">
        <OrderParts orderId={order.id} part="lines" />
      </Tabs.Panel>
      {hasCases && (
        <Tabs.Panel value="items" pt="md">
          <OrderItems order={order} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="batches" pt="md">
        <OrderParts orderId={order.id} part="batches" />
      </Tabs.Panel>
      <Tabs.Panel value="transfers" pt="md">
        <Transfers order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="requests" pt="md">
        <Requests order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="downloads" pt="md">
        <Downloads order={order} />
      </Tabs.Panel>
      {hasCases && (
        <Tabs.Panel value="cases" pt="md">
          <OrderCases orderId={order.id} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

interface Props {
  readonly order: TracedOrder
}

/** The status, and what the order waits for. */
function State({ order }: Props) {
  return (
    <Details
      of={[
        [
          texts.status,
          <Group key="status" gap="sm">
            <StatusBadge status={order.status} />
            <Text span inherit c="dimmed">
              <Instant at={order.statusSince} />
            </Text>
          </Group>,
        ],
        [texts.cancelReason, order.cancelReason?.replaceAll('_', ' ')],
        [texts.waitsFor, waitOf(order)],
        [texts.restock, order.status === 'OUT_OF_STOCK' && <Restock key="stock" order={order} />],
      ]}
    />
  )
}

const RECEIPT_LINES_MAX = 5

/** Shows the lines and the cost of an order. */
function Receipt({ order }: Props) {
  const { currency, pricing, lines, itemCount, chargedAmount } = order
  const shown = lines.slice(0, RECEIPT_LINES_MAX)
  const left = itemCount - shown.reduce((sum, { quantity }) => sum + quantity, 0)
  const amount = (of: number) => <Money amount={of} currency={currency} />
  return (
    <Paper withBorder p="md" className={classes.receipt}>
      <ul>
        {shown.map((line) => (
          <li key={line.lineNo}>
            <ProductLink id={line.productId} brand={line.brand} />
            <span className={classes.number}>
              {count(line.quantity)} × <Money amount={line.faceValue} currency={line.currency} />
            </span>
          </li>
        ))}
        {left > 0 && (
          <li>
            <Link to="." hash="lines">
              {texts.furtherItems(count(left))}
            </Link>
          </li>
        )}
      </ul>
      <Details
        of={[
          [texts.items, count(itemCount)],
          [texts.amount, amount(order.totalAmount)],
          [
            texts.discount,
            pricing && pricing.discountAmount !== 0 && amount(-pricing.discountAmount),
          ],
          [texts.fee, pricing && pricing.feeAmount !== 0 && amount(pricing.feeAmount)],
          [
            texts.charged,
            chargedAmount !== undefined && (
              <Text span inherit fw={550}>
                {amount(chargedAmount)}
              </Text>
            ),
          ],
        ]}
      />
    </Paper>
  )
}

/** Shows who ordered, when, and the partner's references of the order. */
function Origin({ order }: Props) {
  return (
    <Paper withBorder p="md" className={classes.receipt}>
      <Details
        of={[
          [texts.partner, <PartnerLink key="partner" id={order.partnerId} />],
          [texts.reference, order.clientReference],
          [texts.labels, shownLabels(order.metadata)],
          [texts.created, <Instant key="created" at={order.createdAt} />],
          [texts.completed, order.completedAt && <Instant at={order.completedAt} />],
          [texts.key, order.idempotencyKey && <IdText id={order.idempotencyKey} />],
        ]}
      />
    </Paper>
  )
}

/** The products of an order that waits for codes: where to import some. */
function Restock({ order: { lines } }: Props) {
  const products = new Map(lines.map(({ productId, brand }) => [productId, brand]))
  return (
    <Group gap="sm">
      {[...products].map(([productId, brand]) => (
        <ProductLink key={productId} id={productId} brand={brand} />
      ))}
    </Group>
  )
}

/** Says in words what an order waits for; undefined if it waits for nothing. */
function waitOf({ heldFor, fulfillments, purchases }: TracedOrder): ReactNode {
  if (heldFor !== undefined) return waitText(heldFor)
  const waiting = fulfillments.find(({ waitsFor }) => waitsFor !== undefined)
  // It waits for nothing. A fault such as "7 of 10 are there" means that the rest is still due.
  if (!waiting) return fulfillments.find(({ status }) => status === 'PROCESSING')?.lastFault
  const account = purchases.find(({ supplier }) => supplier !== undefined)?.supplier
  // Without stock, the fault would repeat what the order waits for.
  const fault = waiting.waitsFor === 'stock' ? undefined : waiting.lastFault
  return [waitText(waiting.waitsFor), fault && faultInWords(fault), account]
    .filter(Boolean)
    .join(' · ')
}

/** Returns a sentence for `stock` or `supplier:sandbox`; an unknown kind stays as it is. */
function waitText(waitsFor: string | undefined): string | undefined {
  if (waitsFor === undefined) return undefined
  const [kind = '', account] = waitsFor.split(':')
  const waits: Readonly<Record<string, string>> = texts.waits
  return [waits[kind] ?? kind, account].filter(Boolean).join(': ')
}

function History({ order }: Props) {
  return (
    <Timeline active={order.events.length} bulletSize={14} lineWidth={2}>
      {order.events.map(({ from, to, reason, heldFor, at }, step) => (
        <Timeline.Item key={step} title={<StatusBadge status={to} />}>
          <Text size="sm">
            {[from === undefined ? texts.placed : undefined, reason, waitText(heldFor)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <StepTime at={at} before={order.events[step - 1]?.at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function Transfers({ order }: Props) {
  return (
    <PlainTable
      head={[texts.transfer, texts.kind, texts.state, texts.amount, texts.at]}
      numbers={[3]}
      rows={order.transfers.map((transfer) => [
        <IdText key="id" id={transfer.transferId} />,
        transferKind(transfer.kind),
        readable(transfer.state),
        <Money key="amount" amount={transfer.amount} currency={transfer.currency} />,
        <Instant key="at" at={transfer.at} isExact />,
      ])}
    />
  )
}

function Requests({ order }: Props) {
  return (
    <PlainTable
      head={[texts.request, texts.http, texts.credential, texts.at]}
      rows={order.requests.map((request) => [
        <IdText key="id" id={request.requestId} to={`/console/requests/${request.requestId}`} />,
        `${request.method} ${request.path} ${request.status ?? ''}`,
        <IdText key="client" id={request.clientId} />,
        <Instant key="at" at={request.at} isExact />,
      ])}
    />
  )
}

function Downloads({ order }: Props) {
  return (
    <PlainTable
      head={[texts.request, texts.downloadedBy, texts.codes, texts.address, texts.at]}
      rows={order.downloads.map(({ requestId, user, clientId, codesShown = 0, address, at }) => [
        <IdText key="id" id={requestId} to={`/console/requests/${requestId}`} />,
        user ?? (clientId === undefined ? texts.byLink : <IdText id={clientId} />),
        codesShown === 0 ? texts.link : count(codesShown),
        address,
        <Instant key="at" at={at} isExact />,
      ])}
    />
  )
}
