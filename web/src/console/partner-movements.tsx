import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { file, urlOfOperation } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { fileName } from '../components/file-name.ts'
import { List } from '../components/list.tsx'
import { SaveButton } from '../components/save-button.tsx'
import { movementColumns, movementFilters, StatementOfMonth } from '../components/movements.tsx'
import { Target } from '../components/target.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.movements

/** The movements of a partner's funds, and its statement as a file. */
export function PartnerMovements({ partnerId }: { readonly partnerId: number }) {
  const path = { partnerId }
  const { data: funds = [], isPending } = useQuery(queryOf('getFunds', { path }))
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
  const partner = useContext(Target)
  const { data: movements, isPending } = useQuery(
    queryOf('listTransactions', { path, query: { pageSize: 1 } }),
  )
  return (
    <StatementOfMonth
      currencies={currencies}
      newest={movements?.[0]?.currency}
      isRead={isRead && !isPending}
    >
      {({ currency, month, from, to }) => {
        const query = { currency, from, to }
        const subjects = [
          typeof partner === 'string' ? partner : String(partnerId),
          currency,
          month,
        ]
        return (
          <>
            {(['pdf', 'csv'] as const).map((format) => (
              <SaveButton
                key={format}
                label={texts[format]}
                name={fileName({ holds: fileTexts.statement, subjects, extension: format })}
                read={() => file('getStatement', { path, query: { ...query, format } })}
              />
            ))}
            <Button
              size="xs"
              variant="default"
              component="a"
              href={urlOfOperation('getStatement', {
                path,
                query: { ...query, format: 'html' },
              })}
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
