import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call, type Entry, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import classes from '../components/components.module.css'
import { CopiedText } from '../components/copied-text.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { List, type Column } from '../components/list.tsx'
import { shownLabels } from '../components/labels.ts'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { Sided } from '../components/sided.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { StepTime } from '../components/step-time.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { count } from '../format/format.ts'
import { sheetTexts } from '../messages/en-order.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { useSessionState } from '../session/use-session-state.ts'
import { AskCase } from './ask-case.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderCases, useCases } from './order-cases.tsx'

/** Loaded when somebody prints. */
const CodeSheet = lazyPart(() => import('./code-sheet.tsx'), 'CodeSheet')

const texts = messages.ofPortal
const labels = messages.orders
const PARENT = { label: labels.title, href: '/portal/orders' }
const REFRESH_MS = 2_000
const FINAL = ['COMPLETED', 'CANCELLED']
const ITEMS_PAGE = { pageSize: '20' }

type Order = Result<'getOwnOrder'>

/** One order: its state, lines, history, codes and cases. Read again until the order has ended. */
export function OrderPage() {
  const { orderId } = usePageParams('orderId')
  // Codes that were opened at one order are not open at the next.
  return <OrderOf key={orderId} orderId={orderId} />
}

function OrderOf({ orderId }: { readonly orderId: string }) {
  const can = useCan()
  const [isPrinted, setPrinted] = useSessionState(false)
  const { data, error, refetch } = useQuery({
    ...queryOf('getOwnOrder', { path: { orderId } }),
    refetchInterval: ({ state }) =>
      state.data && FINAL.includes(state.data.status) ? false : REFRESH_MS,
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (isPrinted && data && showsItems(data, can)) {
    return (
      <Suspense fallback={<Loading />}>
        <CodeSheet order={data} close={() => setPrinted(false)} />
      </Suspense>
    )
  }
  return (
    <Page
      title={messages.trace.order(orderId)}
      id={orderId}
      parent={PARENT}
      acts={
        data && (
          <>
            <OrderAgain order={data} />
            <Acts order={data} />
          </>
        )
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && <Loading />}
      {data && <OrderDetails order={data} print={() => setPrinted(true)} />}
    </Page>
  )
}

function Acts({ order }: { readonly order: Order }) {
  const can = useCan()
  const { hasDelivered } = useCases(order)
  if (!hasDelivered || !can('requestOwnCase')) return null
  return order.itemCount === 1 ? <AskCase order={order} itemNo={1} /> : <AskCase order={order} />
}

function showsItems({ status }: Order, can: ReturnType<typeof useCan>): boolean {
  return status === 'COMPLETED' && can('listOwnItems')
}

interface DetailsProps {
  readonly order: Order
  /** Shows the codes as a sheet to print, in place of the page. */
  print(): void
}

function OrderDetails({ order, print }: DetailsProps) {
  const { status, clientReference, currency, totalAmount, itemCount, pricing, history } = order
  const can = useCan()
  const { hasDelivered, chargedAmount = pricing?.chargedAmount } = useCases(order)
  return (
    <Sided
      facts={[
        [labels.status, <StatusBadge key="status" status={status} />],
        [labels.reference, clientReference],
        [labels.labels, shownLabels(order.metadata)],
        [labels.items, count(itemCount)],
        [labels.amount, <Money key="amount" amount={totalAmount} currency={currency} />],
        [
          labels.charged,
          chargedAmount !== undefined && (
            <Text key="charged" span inherit fw={550}>
              <Money amount={chargedAmount} currency={currency} />
            </Text>
          ),
        ],
        [labels.created, <Instant key="at" at={order.createdAt} />],
        [labels.completed, order.completedAt && <Instant key="done" at={order.completedAt} />],
      ]}
    >
      {hasDelivered && <AskOthers operation="requestOwnCase" act={texts.askCase} />}
      {showsItems(order, can) && <Items order={order} print={print} />}
      {status === 'COMPLETED' && <AskOthers operation="listOwnItems" act={texts.showItems} />}
      <Lines order={order} />
      <Title order={2} size="h4">
        {labels.history}
      </Title>
      <PlainTable
        head={[labels.status, labels.at]}
        rows={history.map((step, at) => [
          <StatusBadge key="status" status={step.status} />,
          <StepTime key="at" at={step.at} before={history[at - 1]?.at} />,
        ])}
      />
      <OrderCases order={order} />
    </Sided>
  )
}

const REFERENCE: Column<Entry<'listOwnItems'>> = {
  label: labels.itemReference,
  field: 'itemReference',
}

function hasReferences({ lines }: Pick<Order, 'lines'>): boolean {
  return lines.some(({ itemReference }) => itemReference !== undefined)
}

/** Shows the lines of an order, or the first of many. */
function Lines({ order }: { readonly order: Order }) {
  const { lines, itemCount, currency } = order
  const isReferenced = hasReferences(order)
  const shown = lines.reduce((units, { quantity }) => units + quantity, 0)
  return (
    <>
      <Title order={2} size="h4">
        {texts.ordered}
      </Title>
      <PlainTable
        head={[
          texts.product,
          labels.faceValue,
          labels.quantity,
          labels.unitCost,
          ...(isReferenced ? [labels.itemReference] : []),
        ]}
        numbers={[1, 2, 3]}
        rows={lines.map((line) => [
          line.brand,
          <Money key="value" amount={line.faceValue} currency={line.currency} />,
          count(line.quantity),
          <Money key="cost" amount={line.unitCost} currency={currency} />,
          ...(isReferenced ? [line.itemReference] : []),
        ])}
      />
      {shown < itemCount && (
        <Text size="sm" c="dimmed">
          {texts.moreLines(count(lines.length))}
        </Text>
      )}
    </>
  )
}

/** The codes, which are read only when somebody asks for them. */
function Items({ order, print }: DetailsProps) {
  const orderId = order.id
  const can = useCan()
  const [isShown, setShown] = useSessionState(false)
  const link = useMutation({
    mutationFn: () => call('exportOwnOrder', { path: { orderId } }),
    onSuccess: ({ downloadUrl }) => {
      const { pathname, search } = new URL(downloadUrl)
      location.assign(pathname + search)
    },
  })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.orderItems}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.itemsText}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setShown(!isShown)}>
          {isShown ? texts.hideItems : texts.showItems}
        </Button>
        <Button size="xs" variant="default" loading={link.isPending} onClick={() => link.mutate()}>
          {texts.download}
        </Button>
        <Button size="xs" variant="default" onClick={print}>
          {sheetTexts.open}
        </Button>
      </Group>
      {link.error && <Failure error={link.error} />}
      {isShown && (
        <List
          operation="listOwnItems"
          path={{ orderId }}
          fixed={ITEMS_PAGE}
          columns={[
            { label: texts.item, isNumber: true, field: 'itemNo' },
            // In orders for people, the reference says whose code it is.
            ...(hasReferences(order) ? [REFERENCE] : []),
            { label: texts.product, field: 'brand' },
            { label: texts.value, field: 'faceValue', shows: 'amount' },
            {
              label: texts.code,
              cell: ({ itemNo, giftCardNumber: code, cardIdentifier }) => (
                <div className={classes.address}>
                  {code && (
                    <CopiedText name={`${texts.code} ${itemNo}`} value={code}>
                      <CodeText>{code}</CodeText>
                    </CopiedText>
                  )}
                  <Text size="xs" c="dimmed">
                    <CodeText>{cardIdentifier}</CodeText>
                  </Text>
                </div>
              ),
            },
            { label: texts.pin, field: 'giftCardPin' },
            {
              label: labels.acts,
              acts: ['requestOwnCase'],
              cell: ({ itemNo }) =>
                can('requestOwnCase') && <AskCase order={order} itemNo={itemNo} />,
            },
          ]}
          keyOf={({ itemNo }) => itemNo}
        />
      )}
    </Stack>
  )
}
