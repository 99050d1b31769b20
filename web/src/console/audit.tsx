import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Expandable } from '../components/expandable.tsx'
import { IdText } from '../components/id-text.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TargetLink } from '../components/target-link.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { partnerOrProductOf } from '../format/alert-text.ts'
import { auditTexts } from '../messages/en-audit.ts'
import { SubjectName } from './alert-text.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditVerification } from './audit-verification.tsx'

const texts = auditTexts
const ACTS: Readonly<Record<string, string>> = texts.acts
const ACT_CHOICES = Object.entries(texts.acts)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

export function AuditPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <AuditVerification />
      <AuditExport />
      <List
        operation="listAudit"
        filters={[
          { name: 'actor', label: texts.actor },
          { name: 'target', label: texts.target },
          { name: 'action', label: texts.action, choices: ACT_CHOICES },
          ...TIME_FILTERS,
        ]}
        columns={[
          { label: texts.at, field: 'at', shows: 'exact-time' },
          { label: texts.actor, field: 'actor', cell: ({ actor }) => <Actor name={actor} /> },
          {
            label: texts.action,
            field: 'action',
            cell: ({ action }) => <span title={action}>{ACTS[action] ?? action}</span>,
          },
          {
            label: texts.target,
            field: 'target',
            cell: ({ target }) => <Target target={target} />,
          },
          {
            label: texts.approver,
            cell: ({ approver, approvalId }) =>
              approvalId !== undefined && (
                <Link to={`/console/approvals/${approvalId}`}>{approver}</Link>
              ),
          },
          { label: texts.reason, field: 'reason' },
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

/** Shows a person by name or e-mail, and a credential of a partner by its client id. */
function Actor({ name }: { readonly name: string }) {
  return name.startsWith('client:') ? <IdText id={name} /> : name
}

/** Shows the target of an act as the filter finds it, with the name of a partner or product. */
function Target({ target }: { readonly target: string }) {
  return (
    <>
      <TargetLink target={target} />
      {partnerOrProductOf(target) && (
        <Text size="xs" c="dimmed">
          <SubjectName subject={target} />
        </Text>
      )}
    </>
  )
}

function Change({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (before === undefined && after === undefined) return null
  return <Expandable label={texts.show} text={JSON.stringify({ before, after }, null, 1)} />
}
