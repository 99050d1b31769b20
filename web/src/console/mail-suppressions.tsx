import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Part } from '../components/part.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { consoleTexts } from '../messages/en-console.ts'
import { useCan } from '../session/session.ts'

const texts = consoleTexts.suppressions

/** Consumers who get no more mails about credits, and why. */
export function MailSuppressions({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  return (
    <Part title={texts.title} text={texts.about}>
      <List
        operation="listMailSuppressions"
        path={{ partnerId }}
        scope={{ name: 'suppressions', label: texts.title }}
        columns={[
          { label: texts.email, field: 'email' },
          {
            label: texts.reason,
            field: 'reason',
            cell: ({ reason }) => <StatusBadge status={reason} />,
          },
          { label: texts.error, field: 'error' },
          { label: texts.at, field: 'suppressedAt', shows: 'time' },
          {
            label: consoleTexts.acts,
            acts: ['removeMailSuppression'],
            cell: ({ consumerId, email }) =>
              can('removeMailSuppression') && (
                <Act
                  operation="removeMailSuppression"
                  path={{ partnerId, consumerId }}
                  label={texts.remove}
                  text={texts.removeText(email)}
                  fields={[REASON]}
                />
              ),
          },
        ]}
        keyOf={({ consumerId }) => consumerId}
        empty={texts.empty}
      />
    </Part>
  )
}
