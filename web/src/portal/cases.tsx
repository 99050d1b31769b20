import { IdText } from '../components/id-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.cases

export function CasesPage() {
  return (
    <Page title={texts.title} text={messages.ofPortal.casesAbout}>
      <List
        operation="listOwnCasesOfAll"
        filters={[
          { name: 'state', label: texts.state, choices: ['REQUESTED', 'DONE', 'REJECTED'] },
          { name: 'kind', label: texts.kind, choices: ['refund', 'replace', 'block'] },
          ...TIME_FILTERS,
        ]}
        columns={[
          { label: texts.one, isNumber: true, field: 'caseId' },
          {
            label: texts.state,
            field: 'state',
            cell: ({ state }) => <StatusBadge status={state} />,
          },
          { label: texts.kind, field: 'kind', cell: ({ kind }) => readable(kind) },
          {
            label: texts.item,
            cell: ({ orderId, itemNo }) => (
              <>
                <IdText id={orderId} to={`/portal/orders/${orderId}`} /> {itemNo}
              </>
            ),
          },
          {
            label: texts.amount,
            isNumber: true,
            field: 'amount',
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            label: texts.reason,
            cell: ({ reason, decisionReason }) => decisionReason ?? reason,
          },
          {
            label: texts.opened,
            field: 'openedAt',
            cell: ({ openedAt }) => <Instant at={openedAt} />,
          },
        ]}
        keyOf={({ caseId }) => caseId}
        empty={messages.ofPortal.noCases}
      />
    </Page>
  )
}
