import { Anchor, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call, urlOfOperation } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { boundsOfMonth, MONTH_LENGTH } from '../components/month.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.movements
const KINDS = [
  'deposit',
  'reversal',
  'order_hold',
  'order_charge',
  'order_release',
  'wallet_credit',
  'wallet_debit',
  'initial_funds',
  'case_refund',
]

export const MOVEMENT_FILTERS = [
  { name: 'currency', label: texts.currency },
  { name: 'kind', label: texts.kind, choices: KINDS },
  { name: 'reference', label: texts.reference },
] as const

/** The movements of a partner's funds, and its statement as a file. */
export function PartnerMovements({ partnerId }: { readonly partnerId: number }) {
  const path = { partnerId }
  return (
    <Stack>
      <Statement partnerId={partnerId} />
      <List
        operation="listTransactions"
        path={path}
        filters={MOVEMENT_FILTERS}
        columns={[
          { label: texts.at, cell: ({ at }) => <Instant at={at} /> },
          { label: texts.kind, cell: ({ kind }) => kind },
          {
            label: texts.amount,
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            label: texts.available,
            isNumber: true,
            cell: ({ available, currency }) => <Money amount={available} currency={currency} />,
          },
          {
            label: texts.reference,
            cell: ({ reference, description }) => reference ?? description,
          },
          {
            label: texts.order,
            cell: ({ orderId }) =>
              orderId !== undefined && (
                <Link to={`/console/orders/${orderId}`}>
                  <CodeText>{orderId}</CodeText>
                </Link>
              ),
          },
        ]}
        keyOf={({ transactionId }) => transactionId}
      />
    </Stack>
  )
}

/** Offers the statement of a month, which the browser downloads. */
function Statement({ partnerId }: { readonly partnerId: number }) {
  const { data: funds = [] } = useQuery({
    queryKey: ['getFunds', partnerId],
    queryFn: ({ signal }) => call('getFunds', { path: { partnerId }, signal }),
  })
  const currencies = funds.map(({ currency }) => currency)
  const [chosen, setCurrency] = useState<string>()
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, MONTH_LENGTH))
  const currency = chosen ?? currencies[0]
  if (currency === undefined) return null
  const { from, to } = boundsOfMonth(month)
  const href = (format: 'csv' | 'html'): string =>
    urlOfOperation('getStatement', { path: { partnerId }, query: { currency, from, to, format } })
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        size="xs"
        label={texts.currency}
        data={currencies}
        value={currency}
        onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="month"
        label={texts.month}
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
      />
      <Button size="xs" variant="default" component="a" href={href('csv')} download>
        {texts.csv}
      </Button>
      <Anchor size="sm" href={href('html')} target="_blank" rel="noreferrer">
        {texts.printable}
      </Anchor>
    </Group>
  )
}
