import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
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
          { label: texts.at, field: 'erasedAt', shows: 'time' },
          { label: texts.kind, field: 'kind', shows: 'word' },
          {
            label: texts.partner,
            field: 'partnerId',
            cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
          },
          { label: texts.consumer, field: 'consumerId', shows: 'id' },
          { label: texts.wallets, field: 'wallets', shows: 'count' },
          { label: texts.mails, field: 'mails', shows: 'count' },
          { label: texts.lines, field: 'lines', shows: 'count' },
          { label: texts.reason, field: 'reason' },
          { label: texts.actor, field: 'actor' },
        ]}
        keyOf={({ erasureId }) => erasureId}
        empty={texts.empty}
      />
    </Page>
  )
}
