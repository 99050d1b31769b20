import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, file, urlOfOperation } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { List } from '../components/list.tsx'
import {
  movementColumns,
  movementFilters,
  StatementOfMonth,
  type StatementChoice,
} from '../components/movements.tsx'
import { saveFile } from '../components/save-file.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.movements

/** The movements of a partner's funds, and its statement as a file. */
export function PartnerMovements({ partnerId }: { readonly partnerId: number }) {
  const path = { partnerId }
  const { data: funds = [], isPending } = useQuery({
    queryKey: ['getFunds', partnerId],
    queryFn: ({ signal }) => call('getFunds', { path, signal }),
  })
  const currencies = funds.map(({ currency }) => currency)
  return (
    <Stack>
      <Statement partnerId={partnerId} currencies={currencies} isRead={!isPending} />
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
  /** False while the currencies are read. */
  readonly isRead: boolean
}

/** Offers the statement of a month, which the browser downloads. */
function Statement({ partnerId, currencies, isRead }: StatementProps) {
  const path = { partnerId }
  const { data: movements, isPending } = useQuery({
    queryKey: ['listTransactions', partnerId, 'newest'],
    queryFn: ({ signal }) => call('listTransactions', { path, query: { pageSize: 1 }, signal }),
  })
  // A period may be refused: a plain link would then show the error of the API.
  const print = useMutation({
    mutationFn: async ({ currency, month, from, to }: StatementChoice) => {
      const query = { currency, from, to, format: 'pdf' } as const
      const name = `statement-${partnerId}-${currency}-${month}.pdf`
      saveFile(await file('getStatement', { path, query }), name)
    },
  })
  return (
    <Stack gap="xs">
      <StatementOfMonth
        currencies={currencies}
        newest={movements?.[0]?.currency}
        isRead={isRead && !isPending}
      >
        {(choice) => {
          const { currency, from, to } = choice
          const query = { currency, from, to }
          const href = (format: 'csv' | 'html'): string =>
            urlOfOperation('getStatement', { path, query: { ...query, format } })
          return (
            <>
              <Button
                size="xs"
                variant="default"
                loading={print.isPending}
                onClick={() => print.mutate(choice)}
              >
                {texts.pdf}
              </Button>
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
      {print.error && <Failure error={print.error} />}
    </Stack>
  )
}
