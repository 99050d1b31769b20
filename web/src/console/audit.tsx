import { Link } from '@tanstack/react-router'
import { CodeText } from '../components/code-text.tsx'
import { Expandable } from '../components/expandable.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TargetLink } from '../components/target-link.tsx'
import { messages } from '../messages/messages.ts'
import { AuditVerification } from './audit-verification.tsx'

const texts = messages.audit

export function AuditPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <AuditVerification />
      <List
        operation="listAudit"
        filters={[
          { name: 'actor', label: texts.actor },
          { name: 'target', label: texts.target },
        ]}
        columns={[
          { label: texts.at, cell: ({ at }) => <Instant at={at} /> },
          { label: texts.actor, cell: ({ actor }) => actor },
          { label: texts.action, cell: ({ action }) => <CodeText>{action}</CodeText> },
          { label: texts.target, cell: ({ target }) => <TargetLink target={target} /> },
          {
            label: texts.approver,
            cell: ({ approver, approvalId }) =>
              approvalId !== undefined && (
                <Link to={`/console/approvals/${approvalId}`}>{approver}</Link>
              ),
          },
          { label: texts.reason, cell: ({ reason }) => reason },
          {
            label: texts.change,
            cell: ({ before, after }) => <Change before={before} after={after} />,
          },
        ]}
        keyOf={({ auditId }) => auditId}
      />
    </Page>
  )
}

function Change({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (before === undefined && after === undefined) return null
  return <Expandable label={texts.show} text={JSON.stringify({ before, after }, null, 1)} />
}
