import { useQuery } from '@tanstack/react-query'
import { file } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { fileName } from '../components/file-name.ts'
import { List } from '../components/list.tsx'
import { movementColumns, movementFilters, StatementOfMonth } from '../components/movements.tsx'
import { Page } from '../components/page.tsx'
import { SaveButton } from '../components/save-button.tsx'
import { fileTexts } from '../messages/en-exports.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.movements

/** The movements of the funds, and the statement of a month. */
export function MovementsPage() {
  const { data: funds = [], isPending } = useQuery(queryOf('getOwnFunds'))
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

/** Offers the statement of a month as a file. */
function Statement({ currencies, isRead }: StatementProps) {
  const { data: movements, isPending } = useQuery(
    queryOf('listOwnTransactions', { query: { pageSize: 1 } }),
  )
  return (
    <StatementOfMonth
      currencies={currencies}
      newest={movements?.[0]?.currency}
      isRead={isRead && !isPending}
    >
      {({ currency, month, from, to }) =>
        (['pdf', 'csv', 'html'] as const).map((format) => (
          <SaveButton
            key={format}
            label={format === 'html' ? texts.printable : texts[format]}
            name={fileName({
              holds: fileTexts.statement,
              subjects: [currency, month],
              extension: format,
            })}
            read={() => file('getOwnStatement', { query: { currency, from, to, format } })}
          />
        ))
      }
    </StatementOfMonth>
  )
}
