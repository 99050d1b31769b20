import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

import { MarginByMonth } from './margin-by-month.tsx'
import { PartnerLink } from './partner-names.tsx'

const texts = messages.reports
const GROUPS = ['partner', 'brand', 'product', 'supplier', 'month']
const INITIAL_GROUP = 'partner'

export function ReportsPage() {
  const { search } = useListSearch()
  return (
    <Page title={texts.title} text={texts.about}>
      {search['by'] === 'month' && <MarginByMonth />}
      <List
        operation="margin"
        fixed={{ by: search['by'] ?? INITIAL_GROUP }}
        filters={[
          { name: 'by', label: texts.by, choices: GROUPS, initial: INITIAL_GROUP },
          { name: 'from', label: texts.from, kind: 'date' },
          { name: 'to', label: texts.to, kind: 'date' },
        ]}
        columns={[
          {
            label: texts.group,
            cell: (row) =>
              row.partnerId !== undefined ? <PartnerLink id={row.partnerId} /> : groupOf(row),
          },
          { label: texts.units, isNumber: true, cell: ({ units }) => count(units) },
          ...(['faceValue', 'discount', 'fee', 'charged', 'cost', 'margin'] as const).map(
            (name) => ({
              label: texts[name],
              isNumber: true,
              cell: (row: Parameters<typeof groupOf>[0]) => (
                <Money amount={row[name]} currency={row.currency} isBalance={name === 'margin'} />
              ),
            }),
          ),
        ]}
        keyOf={(row) => `${groupOf(row)} ${row.currency}`}
        empty={texts.empty}
      />
    </Page>
  )
}

interface Grouped {
  readonly partnerId?: number
  readonly brand?: string
  readonly productId?: number
  readonly supplier?: string
  readonly month?: string
  readonly currency: string
  readonly faceValue?: number
  readonly discount?: number
  readonly fee?: number
  readonly charged?: number
  readonly cost?: number
  readonly margin?: number
}

function groupOf({ partnerId, productId, brand, supplier, month, currency }: Grouped): string {
  const partner = partnerId === undefined ? undefined : messages.partners.one(partnerId)
  const group = [partner, productId, brand, supplier, month].filter(Boolean).join(' · ')
  return group === '' ? currency : group
}
