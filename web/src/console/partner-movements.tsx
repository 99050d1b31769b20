import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, urlOfOperation } from '../api/client.ts'
import { List } from '../components/list.tsx'
import { movementColumns, movementFilters, StatementOfMonth } from '../components/movements.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.movements

/** The movements of a partner's funds, and its statement as a file. */
export function PartnerMovements({ partnerId }: { readonly partnerId: number }) {
  const path = { partnerId }
  const { data: funds = [] } = useQuery({
    queryKey: ['getFunds', partnerId],
    queryFn: ({ signal }) => call('getFunds', { path, signal }),
  })
  const currencies = funds.map(({ currency }) => currency)
  return (
    <Stack>
      <Statement partnerId={partnerId} currencies={currencies} />
      <List
        operation="listTransactions"
        path={path}
        filters={movementFilters(currencies)}
        columns={movementColumns('/console/orders')}
        keyOf={({ transactionId }) => transactionId}
      />
    </Stack>
  )
}

interface StatementProps {
  readonly partnerId: number
  readonly currencies: readonly string[]
}

/** Offers the statement of a month, which the browser downloads. */
function Statement({ partnerId, currencies }: StatementProps) {
  const path = { partnerId }
  const { data: movements } = useQuery({
    queryKey: ['listTransactions', partnerId, 'newest'],
    queryFn: ({ signal }) => call('listTransactions', { path, query: { pageSize: 1 }, signal }),
  })
  return (
    <StatementOfMonth currencies={currencies} newest={movements?.[0]?.currency}>
      {({ currency, from, to }) => {
        const query = { currency, from, to }
        const href = (format: 'csv' | 'html'): string =>
          urlOfOperation('getStatement', { path, query: { ...query, format } })
        return (
          <>
            <Button size="xs" variant="default" component="a" href={href('csv')} download>
              {texts.csv}
            </Button>
            <Button
              size="xs"
              variant="default"
              component="a"
              href={href('html')}
              target="_blank"
              rel="noreferrer"
            >
              {texts.printable}
            </Button>
          </>
        )
      }}
    </StatementOfMonth>
  )
}
