import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import { IdText } from './id-text.tsx'
import { Instant } from './instant.tsx'
import { LinkMessages } from './link-messages.tsx'
import { Money } from './money.tsx'
import { PlainTable } from './plain-table.tsx'
import { Sided } from './sided.tsx'
import { StatusBadge } from './status-badge.tsx'

interface Words {
  readonly by: Readonly<Record<'NONE' | 'EMAIL' | 'SMS', { readonly label: string }>>
  readonly reference: string
  readonly requestReference: string
}

interface Props {
  readonly link: Result<'getOwnLink'>
  /** The address of the list of orders; the page of each order is below it. */
  readonly orders: string
  /** Words that differ between staff and the partner. */
  readonly words?: Words
  /** Further labels and values for this reader. */
  readonly further?: readonly (readonly [string, ReactNode])[]
}

/** The story of a link: its money, its mails, and the chosen cards. */
export function LinkStory({ link, orders, words = texts, further = [] }: Props) {
  const { currency, endedAt, reviewUntil } = link
  const amount = (key: string, value: number) => (
    <Money key={key} amount={value} currency={currency} />
  )
  return (
    <Sided
      facts={[
        [texts.status, <StatusBadge key="status" status={link.status} />],
        [texts.amount, amount('amount', link.amount)],
        [texts.left, amount('left', link.left)],
        [texts.claimed, amount('claimed', link.claimed)],
        [texts.returned, amount('returned', link.returned)],
        [texts.name, link.name],
        [texts.email, link.email],
        [texts.phone, link.phone],
        [texts.delivery, words.by[link.delivery].label],
        [words.reference, link.reference],
        [words.requestReference, link.requestReference],
        [texts.created, <Instant key="created" at={link.createdAt} />],
        [texts.claimBy, <Instant key="by" at={link.claimBy} />],
        [texts.reviewed, reviewUntil !== undefined && <Instant key="review" at={reviewUntil} />],
        [texts.ended, endedAt !== undefined && <Instant key="ended" at={endedAt} />],
        ...further,
      ]}
    >
      {(link.delivery !== 'NONE' || link.messages.length > 0) && (
        <LinkMessages messages={link.messages} />
      )}
      <Title order={2} size="h4">
        {texts.orders}
      </Title>
      {link.orders.length === 0 ? (
        <Text c="dimmed" size="sm">
          {texts.noOrders}
        </Text>
      ) : (
        <PlainTable
          head={[texts.order, texts.product, texts.value, texts.status, texts.chosenAt]}
          numbers={[2]}
          rows={link.orders.map((order) => [
            <IdText key="order" id={order.orderId} to={`${orders}/${order.orderId}`} />,
            order.brand,
            <Money key="value" amount={order.faceValue} currency={order.currency} />,
            <StatusBadge key="status" status={order.status} />,
            <Instant key="at" at={order.createdAt} />,
          ])}
        />
      )}
    </Sided>
  )
}
