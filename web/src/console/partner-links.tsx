import { LastMail } from '../components/last-mail.tsx'
import { linkBulk } from '../components/link-bulk.ts'
import { LINK_FILTERS } from '../components/link-filters.ts'
import { List } from '../components/list.tsx'
import { linkTexts as texts } from '../messages/en-links.ts'

/** The links that a partner has sent, and who gets them, masked. */
export function PartnerLinks({ partnerId }: { readonly partnerId: number }) {
  return (
    <List
      operation="listLinks"
      isMasked
      path={{ partnerId }}
      filters={LINK_FILTERS}
      columns={[
        {
          label: texts.whom,
          cell: ({ name, email, reference, linkId }) => name ?? email ?? reference ?? linkId,
        },
        { label: texts.status, field: 'status', shows: 'status' },
        { label: texts.amount, field: 'amount', shows: 'amount' },
        { label: texts.left, field: 'left', shows: 'amount' },
        { label: texts.email, field: 'email' },
        {
          label: texts.mail,
          field: 'lastMail',
          cell: ({ lastMail }) => <LastMail mail={lastMail} />,
        },
        { label: texts.claimBy, field: 'claimBy', shows: 'time' },
        { label: texts.created, field: 'createdAt', shows: 'time' },
      ]}
      bulk={linkBulk('console')}
      keyOf={({ linkId }) => linkId}
      hrefOf={({ linkId }) => `/console/links/${linkId}`}
      empty={texts.staff.empty}
    />
  )
}
