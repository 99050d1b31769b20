import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { mailTemplateTexts } from '../messages/en-mail-templates.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

import { usePartnerFilter } from './partner-names.tsx'

const texts = messages.mails

export function MailsPage() {
  const partner = usePartnerFilter()
  const can = useCan()
  return (
    <Page
      title={texts.title}
      text={texts.about}
      acts={
        <Button component={Link} to="/console/mails/templates" size="xs" variant="default">
          {mailTemplateTexts.title}
        </Button>
      }
    >
      <List
        operation="listMails"
        isMasked
        filters={[
          {
            name: 'state',
            label: texts.state,
            choices: ['PENDING', 'SENT', 'DELIVERED', 'FAILED', 'COMPLAINED', 'SUPPRESSED'],
          },
          partner,
          { name: 'consumerId', label: texts.consumer, kind: 'number' },
          ...TIME_FILTERS,
        ]}
        columns={[
          { label: texts.credit, field: 'transactionId', shows: 'id' },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.reason, field: 'reason', shows: 'status' },
          { label: texts.email, field: 'email' },
          { label: texts.lastError, field: 'lastError' },
          { label: texts.created, field: 'createdAt', shows: 'time' },
          { label: texts.sent, field: 'sentAt', shows: 'time' },
          {
            label: texts.acts,
            cell: ({ transactionId }) =>
              can('resendMail') && (
                <Act
                  operation="resendMail"
                  path={{ transactionId }}
                  label={texts.resend}
                  text={texts.resendText}
                  fields={[REASON]}
                />
              ),
          },
        ]}
        bulk={[
          {
            operation: 'resendMail',
            label: texts.resend,
            text: texts.resendText,
            fields: [REASON],
            nameOf: ({ transactionId }) => transactionId,
            inputOf: ({ transactionId }) => ({ path: { transactionId } }),
          },
        ]}
        keyOf={({ transactionId }) => transactionId}
        empty={texts.empty}
      />
    </Page>
  )
}
