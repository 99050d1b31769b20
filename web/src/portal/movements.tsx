import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, file } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { List } from '../components/list.tsx'
import {
  movementColumns,
  movementFilters,
  StatementOfMonth,
  type StatementChoice,
} from '../components/movements.tsx'
import { Page } from '../components/page.tsx'
import { messages } from '../messages/messages.ts'
import { saveFile } from '../components/save-file.ts'

const texts = messages.movements

/** The movements of the funds, and the statement of a month. */
export function MovementsPage() {
  const { data: funds = [], isPending } = useQuery({
    queryKey: ['getOwnFunds'],
    queryFn: ({ signal }) => call('getOwnFunds', { signal }),
  })
  const currencies = funds.map(({ currency }) => currency)
  return (
    <Page title={messages.ofPortal.movements} text={messages.ofPortal.movementsAbout}>
      <Statement currencies={currencies} isRead={!isPending} />
      <List
        operation="listOwnTransactions"
        filters={movementFilters(currencies)}
        columns={movementColumns('/portal/orders')}
        keyOf={({ transactionId }) => transactionId}
      />
    </Page>
  )
}

interface StatementProps {
  readonly currencies: readonly string[]
  /** False while the currencies are read. */
  readonly isRead: boolean
}

interface StatementFile extends StatementChoice {
  readonly format: 'pdf' | 'csv' | 'html'
}

/**
 * Offers the statement of a month as a file. A plain link could not send the header of test mode.
 */
function Statement({ currencies, isRead }: StatementProps) {
  const { data: movements, isPending } = useQuery({
    queryKey: ['listOwnTransactions', 'newest'],
    queryFn: ({ signal }) => call('listOwnTransactions', { query: { pageSize: 1 }, signal }),
  })
  const download = useMutation({
    mutationFn: async ({ currency, month, from, to, format }: StatementFile) => {
      const query = { currency, from, to, format }
      saveFile(await file('getOwnStatement', { query }), `statement-${currency}-${month}.${format}`)
    },
  })
  return (
    <Stack gap="xs">
      <StatementOfMonth
        currencies={currencies}
        newest={movements?.[0]?.currency}
        isRead={isRead && !isPending}
      >
        {(choice) =>
          (['pdf', 'csv', 'html'] as const).map((format) => (
            <Button
              key={format}
              size="xs"
              variant="default"
              loading={download.isPending && download.variables.format === format}
              onClick={() => download.mutate({ ...choice, format })}
            >
              {format === 'html' ? texts.printable : texts[format]}
            </Button>
          ))
        }
      </StatementOfMonth>
      {download.error && <Failure error={download.error} />}
    </Stack>
  )
}
