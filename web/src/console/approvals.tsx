import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { ApprovalRules } from './approval-rules.tsx'

const texts = messages.approvals

export const APPROVAL_STATES = ['PENDING', 'EXECUTED', 'FAILED', 'REJECTED', 'CANCELED', 'EXPIRED']

/** Acts that wait for a second person, those that were decided, and what the settings ask for. */
export function ApprovalsPage() {
  const { data } = useQuery({
    queryKey: ['getApprovalRules'],
    queryFn: ({ signal }) => call('getApprovalRules', { signal }),
  })
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listApprovals"
        filters={[
          { name: 'state', label: texts.state, choices: APPROVAL_STATES },
          { name: 'kind', label: texts.kind, choices: data?.rules.map(({ kind }) => kind) ?? [] },
        ]}
        columns={[
          { label: texts.act, cell: ({ summary }) => summary },
          {
            label: texts.request,
            cell: ({ request }) => <CodeText>{request}</CodeText>,
          },
          { label: texts.state, cell: ({ state }) => <StatusBadge status={state} /> },
          { label: texts.requestedBy, cell: ({ requestedBy }) => requestedBy },
          { label: texts.requestedAt, cell: ({ requestedAt }) => <Instant at={requestedAt} /> },
          { label: texts.decidedBy, cell: ({ decidedBy }) => decidedBy },
        ]}
        keyOf={({ approvalId }) => approvalId}
        hrefOf={({ approvalId }) => `/console/approvals/${approvalId}`}
        empty={texts.empty}
      />
      {data && <ApprovalRules of={data} />}
    </Page>
  )
}
