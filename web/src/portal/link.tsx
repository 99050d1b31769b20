import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as PageLink } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading, Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { money } from '../format/format.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import { useCan } from '../session/session.ts'
import { LinkMessages } from './link-messages.tsx'
import { AddressOnce, whomOf, type Addressed } from './links.tsx'

type Found = Result<'getOwnLink'>

const PARENT = { label: texts.title, href: '/portal/links' }
const REFRESH_MS = 10_000
const OPEN = ['OPEN', 'PARTLY_CLAIMED']

/** One link: what has become of it, and what can be done while it is open. */
export function LinkPage() {
  const { linkId } = usePageParams('linkId')
  const [replaced, setReplaced] = useState<Addressed>()
  const { data, error, refetch } = useQuery({
    queryKey: ['getOwnLink', linkId],
    queryFn: ({ signal }) => call('getOwnLink', { path: { linkId }, signal }),
    refetchInterval: REFRESH_MS,
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page
      title={data ? texts.one(whomOf(data)) : texts.title}
      parent={PARENT}
      acts={data && <Acts link={data} onReplaced={setReplaced} />}
    >
      {replaced && <AddressOnce link={replaced} close={() => setReplaced(undefined)} />}
      {!data && <Loading />}
      {data && <Shown link={data} />}
    </Page>
  )
}

interface ActsProps {
  readonly link: Found
  onReplaced(link: Addressed): void
}

function Acts({ link, onReplaced }: ActsProps) {
  const can = useCan()
  const { linkId, status, left, currency, orders, delivery } = link
  if (!OPEN.includes(status)) return null
  const path = { linkId }
  return (
    <>
      {can('resendOwnLink') && delivery === 'EMAIL' && (
        <Act
          operation="resendOwnLink"
          path={path}
          label={texts.resend}
          text={texts.resendText}
          done={() => texts.resent}
        />
      )}
      {can('cancelOwnLink') && (
        <Act
          operation="cancelOwnLink"
          path={path}
          label={texts.cancel}
          text={texts.cancelText(money(left, currency))}
          fields={[{ ...REASON, isOptional: true }]}
          fixed={{}}
          done={() => texts.cancelled}
          isDangerous
        />
      )}
      {can('replaceOwnLink') && orders.length === 0 && (
        <Act
          operation="replaceOwnLink"
          path={path}
          label={texts.replace}
          text={texts.by[delivery].replaceText}
          fields={[
            { name: 'email', label: texts.newEmail, help: texts.newEmailHelp, isOptional: true },
          ]}
          fixed={{}}
          done={() => texts.replaced}
          onDone={onReplaced}
        />
      )}
    </>
  )
}

function Shown({ link }: { readonly link: Found }) {
  const { currency, endedAt } = link
  const amount = (key: string, value: number) => (
    <Money key={key} amount={value} currency={currency} />
  )
  return (
    <Stack>
      <Details
        of={[
          [texts.status, <StatusBadge key="status" status={link.status} />],
          [texts.amount, amount('amount', link.amount)],
          [texts.left, amount('left', link.left)],
          [texts.claimed, amount('claimed', link.claimed)],
          [texts.returned, amount('returned', link.returned)],
          [texts.name, link.name],
          [texts.email, link.email],
          [texts.delivery, texts.by[link.delivery].label],
          [texts.reference, link.reference],
          [texts.created, <Instant key="created" at={link.createdAt} />],
          [texts.claimBy, <Instant key="by" at={link.claimBy} />],
          [texts.ended, endedAt !== undefined && <Instant key="ended" at={endedAt} />],
        ]}
      />
      {link.delivery === 'EMAIL' && <LinkMessages messages={link.messages} />}
      <Title order={2} size="h4">
        {texts.orders}
      </Title>
      {link.orders.length === 0 ? (
        <Text c="dimmed">{texts.noOrders}</Text>
      ) : (
        <PlainTable
          head={[texts.order, texts.product, texts.value, texts.status, texts.created]}
          numbers={[2]}
          rows={link.orders.map((order) => [
            <PageLink key="order" to={`/portal/orders/${order.orderId}`}>
              <CodeText>{order.orderId}</CodeText>
            </PageLink>,
            order.brand,
            <Money key="value" amount={order.faceValue} currency={order.currency} />,
            <StatusBadge key="status" status={order.status} />,
            <Instant key="at" at={order.createdAt} />,
          ])}
        />
      )}
    </Stack>
  )
}
