import { List } from '../components/list.tsx'
import { Instant } from '../components/instant.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { count, readable } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'

const texts = consoleTexts.erasures

/** The erasures of personal data. */
export function ErasuresPage() {
  const partner = usePartnerFilter()
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listErasures"
        filters={[partner, ...TIME_FILTERS]}
        columns={[
          { label: texts.at, field: 'erasedAt', cell: ({ erasedAt }) => <Instant at={erasedAt} /> },
          { label: texts.kind, field: 'kind', cell: ({ kind }) => readable(kind) },
          {
            label: texts.partner,
            field: 'partnerId',
            cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
          },
          {
            label: texts.consumer,
            field: 'consumerId',
            isId: true,
          },
          {
            label: texts.wallets,
            isNumber: true,
            field: 'wallets',
            cell: ({ wallets }) => count(wallets),
          },
          { label: texts.mails, isNumber: true, field: 'mails', cell: ({ mails }) => count(mails) },
          { label: texts.lines, isNumber: true, field: 'lines', cell: ({ lines }) => count(lines) },
          { label: texts.reason, field: 'reason' },
          { label: texts.actor, field: 'actor' },
        ]}
        keyOf={({ erasureId }) => erasureId}
        empty={texts.empty}
      />
    </Page>
  )
}
