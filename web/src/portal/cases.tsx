import classes from '../components/components.module.css'
import { IdText } from '../components/id-text.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
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
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.kind, field: 'kind', shows: 'word' },
          {
            label: texts.item,
            cell: ({ orderId, itemNo }) => (
              <span className={classes.address}>
                <IdText id={orderId} to={`/portal/orders/${orderId}`} /> {itemNo}
              </span>
            ),
          },
          { label: texts.amount, field: 'amount', shows: 'amount' },
          {
            label: texts.reason,
            cell: ({ reason, decisionReason }) => decisionReason ?? reason,
          },
          { label: texts.opened, field: 'openedAt', shows: 'time' },
        ]}
        keyOf={({ caseId }) => caseId}
        empty={messages.ofPortal.noCases}
      />
    </Page>
  )
}
