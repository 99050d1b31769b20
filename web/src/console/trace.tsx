import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { IdText } from '../components/id-text.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { fieldName } from '../format/field-name.ts'
import { count, wordOf } from '../format/format.ts'
import { transferKind } from '../format/transfer-kind.ts'
import { messages } from '../messages/messages.ts'
import { FindCode } from './find-code.tsx'
import { OrderStory } from './order-story.tsx'
import { PartnerLink } from './partner-names.tsx'

const texts = messages.trace

/** Takes any identifier, and shows everything that it belongs to. */
export function TracePage() {
  const { search, replace } = useListSearch()
  const q = search['q'] ?? ''
  const trace = useQuery({
    ...queryOf('trace', { query: { q } }),
    enabled: q !== '',
  })
  return (
    <Page title={texts.title} text={texts.about}>
      <TraceForm key={q} q={q} submit={(next) => replace({ q: next })} />
      <FindCode />
      {trace.error && <Failure error={trace.error} retry={() => void trace.refetch()} />}
      {trace.isLoading && <Loading />}
      {trace.data && <TraceResult trace={trace.data} />}
    </Page>
  )
}

function TraceForm({ q, submit }: { readonly q: string; readonly submit: (q: string) => void }) {
  const [text, setText] = useState(q)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit(text.trim())
      }}
    >
      <Group gap="xs">
        <TextInput
          flex={1}
          aria-label={texts.identifier}
          placeholder={messages.search.placeholder}
          autoFocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit">{texts.submit}</Button>
      </Group>
    </form>
  )
}

function TraceResult({ trace }: { readonly trace: Result<'trace'> }) {
  const { orders, transfers, wallets, consumers, links, requests, moreOrders, q } = trace
  const lists = [orders, transfers, wallets, consumers, links, requests]
  if (lists.every(({ length }) => length === 0)) {
    return (
      <Paper withBorder p="xl" ta="center">
        <Text fw={600}>{texts.nothing(q)}</Text>
        <Text c="dimmed" size="sm">
          {texts.nothingText}
        </Text>
      </Paper>
    )
  }
  return (
    <Stack>
      {orders.map((order) => (
        <Paper key={order.id} withBorder p="md">
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h4">
              <Link to={`/console/orders/${order.id}`} search={itemSearch(order.itemNo)}>
                {texts.order(order.id)}
              </Link>
            </Title>
            <Text size="sm" c="dimmed">
              {foundAs(order)}
            </Text>
          </Group>
          <OrderStory order={order} />
        </Paper>
      ))}
      {moreOrders && (
        <Text size="sm">
          <Link to="/console/orders" search={{ clientReference: q }}>
            {texts.moreOrders}
          </Link>
        </Text>
      )}
      <Others title={texts.links} rows={links} keyOf={({ linkId }) => linkId}>
        {({ linkId, status, amount, currency, partnerId }) => (
          <>
            <IdText id={linkId} to={`/console/links/${linkId}`} /> <StatusBadge status={status} />{' '}
            <Money amount={amount} currency={currency} /> <PartnerLink id={partnerId} />
          </>
        )}
      </Others>
      <Others title={texts.transfers} rows={transfers} keyOf={({ transferId }) => transferId}>
        {({ transferId, kind, amount, currency, at, partnerId }) => (
          <>
            <IdText id={transferId} /> {transferKind(kind)}{' '}
            <Money amount={amount} currency={currency} /> <Instant at={at} isExact />{' '}
            <PartnerLink id={partnerId} />
          </>
        )}
      </Others>
      <Others title={texts.wallets} rows={wallets} keyOf={({ walletId }) => walletId}>
        {({ walletId, status, balance, currency, partnerId }) => (
          <>
            <IdText id={walletId} /> <StatusBadge status={status} />{' '}
            <Money amount={balance} currency={currency} /> <PartnerLink id={partnerId} />
          </>
        )}
      </Others>
      <Others title={texts.consumers} rows={consumers} keyOf={({ consumerId }) => consumerId}>
        {({ consumerId, name, email, partnerId }) => (
          <>
            <IdText id={consumerId} /> {name} {email} <PartnerLink id={partnerId} />
          </>
        )}
      </Others>
      <Others title={texts.requests} rows={requests} keyOf={({ requestId }) => requestId}>
        {({ requestId, method, path, status, at }) => (
          <>
            <IdText id={requestId} to={`/console/requests/${requestId}`} /> {method} {path} {status}{' '}
            <Instant at={at} isExact />
          </>
        )}
      </Others>
    </Stack>
  )
}

/** Returns the search of the page of an order that preselects this item for a case. */
function itemSearch(itemNo: number | undefined): { readonly item?: string } {
  return itemNo === undefined ? {} : { item: String(itemNo) }
}

function foundAs({ as, itemNo }: Result<'trace'>['orders'][number]): string {
  return itemNo === undefined
    ? texts.foundAs(wordOf(as) ?? fieldName(as).toLowerCase())
    : texts.foundItem(count(itemNo))
}

interface OthersProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  keyOf(row: Row): string | number
  children(row: Row): ReactNode
}

function Others<Row>({ title, rows, keyOf, children }: OthersProps<Row>) {
  if (rows.length === 0) return null
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Stack gap={4}>
        {rows.map((row) => (
          <Text key={keyOf(row)} size="sm" component="div">
            {children(row)}
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}
