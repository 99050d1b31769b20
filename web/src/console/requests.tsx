import type { Entry } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { HttpStatus } from '../components/http-status.tsx'
import { List, type Column } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { milliseconds } from '../format/format.ts'
import { requestFault } from '../format/request-fault.ts'
import { messages } from '../messages/messages.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'

const texts = messages.requests

export const REQUEST_FILTERS = [
  { name: 'failed', label: texts.failed, choices: messages.list.yesNo },
  { name: 'clientId', label: texts.credential },
  ...TIME_FILTERS,
] as const

export const REQUEST_COLUMNS: readonly Column<Entry<'listRequests'>>[] = [
  { label: texts.at, field: 'at', shows: 'exact-time' },
  { label: texts.method, field: 'method' },
  { label: texts.path, field: 'path', cell: ({ path }) => <CodeText>{path}</CodeText> },
  { label: texts.status, field: 'status', cell: ({ status }) => <HttpStatus status={status} /> },
  { label: texts.code, cell: requestFault },
  {
    label: texts.partner,
    field: 'partnerId',
    cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
  },
  { label: texts.ms, isNumber: true, field: 'ms', cell: ({ ms }) => milliseconds(ms) },
]

export function RequestsPage() {
  const partner = usePartnerFilter()
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listRequests"
        filters={[...REQUEST_FILTERS, partner]}
        columns={REQUEST_COLUMNS}
        keyOf={({ requestId }) => requestId}
        hrefOf={({ requestId }) => `/console/requests/${requestId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
