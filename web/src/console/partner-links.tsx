import { Instant } from '../components/instant.tsx'
import { LastMail } from '../components/last-mail.tsx'
import { linkBulk } from '../components/link-bulk.ts'
import { LINK_FILTERS } from '../components/link-filters.ts'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
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
        {
          label: texts.status,
          field: 'status',
          cell: ({ status }) => <StatusBadge status={status} />,
        },
        {
          label: texts.amount,
          isNumber: true,
          field: 'amount',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          label: texts.left,
          isNumber: true,
          field: 'left',
          cell: ({ left, currency }) => <Money amount={left} currency={currency} />,
        },
        { label: texts.email, field: 'email' },
        {
          label: texts.mail,
          field: 'lastMail',
          cell: ({ lastMail }) => <LastMail mail={lastMail} />,
        },
        { label: texts.claimBy, field: 'claimBy', cell: ({ claimBy }) => <Instant at={claimBy} /> },
        {
          label: texts.created,
          field: 'createdAt',
          cell: ({ createdAt }) => <Instant at={createdAt} />,
        },
      ]}
      bulk={linkBulk('console')}
      keyOf={({ linkId }) => linkId}
      hrefOf={({ linkId }) => `/console/links/${linkId}`}
      empty={texts.staff.empty}
    />
  )
}
