import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request, type Entry, type Result } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { count } from '../format/format.ts'
import { sheetTexts as texts } from '../messages/en-order.ts'
import { messages } from '../messages/messages.ts'
import classes from './code-sheet.module.css'

/** More would be slow to lay out, and a printer has few sheets. */
const CARDS_MAX = 500

interface Props {
  readonly order: Result<'getOwnOrder'>
  close(): void
}

/** The codes of an order as cards to print and cut. They are forgotten when it is closed. */
export function CodeSheet({ order, close }: Props) {
  const { id: orderId, clientReference, completedAt } = order
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['listOwnItems', orderId, 'sheet', page],
    queryFn: ({ signal }) =>
      request('listOwnItems', { path: { orderId }, query: { page, pageSize: CARDS_MAX }, signal }),
    gcTime: 0,
    // Each read of codes is audited, so the query never repeats itself.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const pagination = data?.meta?.pagination
  const first = (page - 1) * CARDS_MAX + 1
  const pageButton = (by: number, label: string) => (
    <Button size="xs" variant="default" onClick={() => setPage(page + by)}>
      {label}
    </Button>
  )
  return (
    <Page
      title={texts.title(clientReference)}
      text={<Instant at={completedAt} isExact />}
      acts={
        <>
          <Button size="xs" disabled={!data} onClick={() => print()}>
            {texts.print}
          </Button>
          {page > 1 && pageButton(-1, texts.previous)}
          {pagination?.hasNext === true && pageButton(1, texts.next)}
          <Button size="xs" variant="default" autoFocus onClick={close}>
            {texts.close}
          </Button>
        </>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && pagination && pagination.totalRecords > CARDS_MAX && (
        <Text size="sm" c="dimmed">
          {texts.cards(
            count(first),
            count(first + data.data.length - 1),
            count(pagination.totalRecords),
          )}
        </Text>
      )}
      {data && (
        <ul className={classes.sheet}>
          {data.data.map((item) => (
            <Card key={item.itemNo} item={item} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function code(text: string | undefined) {
  return text && <span className={classes.code}>{text}</span>
}

function Card({ item }: { readonly item: Entry<'listOwnItems'> }) {
  const { brand, faceValue, currency, giftCardNumber, giftCardPin, barCodeNumber } = item
  return (
    <li className={classes.card}>
      <div className={classes.product}>
        <span>{brand}</span>
        <Money amount={faceValue} currency={currency} />
      </div>
      <Details
        of={[
          [messages.ofPortal.code, code(giftCardNumber)],
          [messages.ofPortal.pin, code(giftCardPin)],
          [texts.barCode, code(barCodeNumber)],
          [texts.expiresAt, item.expiresAt],
          [texts.redeemAt, item.redemptionUrl],
          [messages.orders.itemReference, item.itemReference],
          [
            messages.orders.cardIdentifier,
            <CodeText key="identifier">{item.cardIdentifier}</CodeText>,
          ],
        ]}
      />
    </li>
  )
}
