import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, file } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { boundsOfMonth, MONTH_LENGTH } from '../components/month.ts'
import { MOVEMENT_FILTERS } from '../console/partner-movements.tsx'
import { Page } from '../components/page.tsx'
import { messages } from '../messages/messages.ts'
import { saveFile } from './save-file.ts'

const texts = messages.movements

/** What changed the funds, and the statement of a month. */
export function MovementsPage() {
  return (
    <Page title={messages.ofPortal.movements} text={messages.ofPortal.movementsAbout}>
      <Statement />
      <List
        operation="listOwnTransactions"
        filters={MOVEMENT_FILTERS}
        columns={[
          { label: texts.at, cell: ({ at }) => <Instant at={at} /> },
          { label: texts.kind, cell: ({ kind }) => kind.replaceAll('_', ' ') },
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
                <Link to={`/portal/orders/${orderId}`}>
                  <CodeText>{orderId}</CodeText>
                </Link>
              ),
          },
        ]}
        keyOf={({ transactionId }) => transactionId}
      />
    </Page>
  )
}

/** Offers the statement of a month as a file. */
function Statement() {
  const { data: funds = [] } = useQuery({
    queryKey: ['getOwnFunds'],
    queryFn: ({ signal }) => call('getOwnFunds', { signal }),
  })
  const currencies = funds.map(({ currency }) => currency)
  const [chosen, setCurrency] = useState<string>()
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, MONTH_LENGTH))
  const currency = chosen ?? currencies[0]
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'html') => {
      if (currency === undefined) return
      const query = { currency, ...boundsOfMonth(month), format }
      const name = `statement-${currency}-${month}.${format}`
      saveFile(await file('getOwnStatement', { query }), name)
    },
  })
  if (currency === undefined) return null
  return (
    <Stack gap="xs">
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
        <Button
          size="xs"
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate('csv')}
        >
          {texts.csv}
        </Button>
        <Button size="xs" variant="default" onClick={() => download.mutate('html')}>
          {texts.printable}
        </Button>
      </Group>
      {download.error && <Failure error={download.error} />}
    </Stack>
  )
}
