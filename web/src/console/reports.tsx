import type { Entry } from '../api/client.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { useListSearch, type ListSearch } from '../components/use-list-search.ts'
import { systemTexts } from '../messages/en-system.ts'
import { messages } from '../messages/messages.ts'
import { MarginAmount, MARGIN_AMOUNTS } from './margin-amount.tsx'
import { MarginByMonth } from './margin-by-month.tsx'
import { usePartnerName } from './partner-names.tsx'
import { ProductName } from './product-names.tsx'

const texts = systemTexts.reports
const GROUPS = Object.entries(texts.groups).map(([value, label]) => ({ value, label }))
const INITIAL_GROUP = 'month'

export function ReportsPage() {
  const { search } = useListSearch()
  const by = search['by'] ?? INITIAL_GROUP
  return (
    <Page title={texts.title} text={texts.about}>
      {by === 'month' && <MarginByMonth />}
      <List
        operation="margin"
        fixed={{ by }}
        filters={[
          { name: 'by', label: texts.by, choices: GROUPS, initial: INITIAL_GROUP },
          { name: 'from', label: texts.from, kind: 'date' },
          { name: 'to', label: texts.to, kind: 'date' },
        ]}
        columns={[
          { label: texts.group, cell: (row) => <GroupName row={row} /> },
          { label: texts.units, field: 'units', shows: 'count' },
          {
            label: texts.costStatus,
            field: 'costStatus',
            cell: ({ costStatus }) => texts.costStatuses[costStatus],
          },
          ...MARGIN_AMOUNTS.map((name) => ({
            label: texts[name],
            isNumber: true,
            field: name,
            cell: (row: Row) => <MarginAmount row={row} name={name} />,
          })),
        ]}
        keyOf={keyOf}
        hrefOf={(row) => ordersOf(row, search)}
        empty={texts.empty}
      />
    </Page>
  )
}

type Row = Entry<'margin'>

/** Returns the key of a row. A group has one for each currency of the cost and `costStatus`. */
function keyOf(row: Row): string {
  return `${groupOf(row)} ${row.currency} ${row.own?.currency ?? ''} ${row.costStatus}`
}

/** Returns the address of the orders that a row sums up. */
function ordersOf(row: Row, { from, to }: ListSearch): string {
  const { partnerId, brand, productId, supplier, month, currency, costStatus, own } = row
  const cell = { partnerId, brand, productId, supplier, month, currency, costStatus }
  const all = Object.entries({ from, to, ...cell, costCurrency: own?.currency })
  const query = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/console/reports/orders?${new URLSearchParams(query)}`
}

function GroupName({ row }: { readonly row: Row }) {
  const partner = usePartnerName(row.partnerId)
  if (row.productId !== undefined) return <ProductName id={row.productId} />
  return partner ?? groupOf(row)
}

function groupOf({ partnerId, productId, brand, supplier, month, currency }: Row): string {
  const partner = partnerId === undefined ? undefined : messages.partners.one(partnerId)
  const group = [partner, productId, brand, supplier, month].filter(Boolean).join(' · ')
  return group === '' ? currency : group
}
