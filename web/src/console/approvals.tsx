import { useQuery } from '@tanstack/react-query'
import type { Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { approvalTexts } from '../messages/en-approvals.ts'
import { messages } from '../messages/messages.ts'
import { ApprovalRules } from './approval-rules.tsx'
import { PartnerLink } from './partner-names.tsx'

const texts = messages.approvals

export const APPROVAL_STATES = ['PENDING', 'EXECUTED', 'FAILED', 'REJECTED', 'CANCELED', 'EXPIRED']

type Act = Pick<Entry<'listApprovals'>, 'operation' | 'summary'>

const KINDS = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))

/** The state of an approval. One that waits is marked, because somebody must decide. */
export function ApprovalState({ state }: { readonly state: string }) {
  return <StatusBadge status={state} color={state === 'PENDING' ? 'orange' : undefined} />
}

/** Returns what an act does, in the language of the page. */
export function aboutAct({ operation = '', summary }: Act): string {
  return approvalTexts.abouts[operation] ?? summary
}

/** Acts that wait for a second person, decided ones, and which acts the settings name. */
export function ApprovalsPage() {
  const { data } = useQuery(queryOf('getApprovalRules'))
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listApprovals"
        filters={[
          { name: 'state', label: texts.state, choices: APPROVAL_STATES },
          { name: 'kind', label: texts.kind, choices: KINDS },
          ...TIME_FILTERS,
        ]}
        columns={[
          { label: texts.act, field: 'summary', cell: aboutAct },
          {
            label: texts.partner,
            field: 'partnerId',
            cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
          },
          {
            label: texts.state,
            field: 'state',
            cell: ({ state }) => <ApprovalState state={state} />,
          },
          { label: texts.requestedBy, field: 'requestedBy' },
          { label: texts.requestedAt, field: 'requestedAt', shows: 'time' },
          { label: texts.decidedBy, field: 'decidedBy' },
        ]}
        keyOf={({ approvalId }) => approvalId}
        hrefOf={({ approvalId }) => `/console/approvals/${approvalId}`}
        empty={texts.empty}
      />
      {data && <ApprovalRules of={data} />}
    </Page>
  )
}
