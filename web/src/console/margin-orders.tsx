import type { Entry } from '../api/client.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { systemTexts } from '../messages/en-system.ts'
import { messages } from '../messages/messages.ts'
import { MarginAmount, MARGIN_AMOUNTS } from './margin-amount.tsx'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'
import { useProductFilter } from './product-names.tsx'

const texts = systemTexts.reports
const COST_STATUSES = Object.entries(texts.costStatuses).map(([value, label]) => ({ value, label }))

type Row = Entry<'listMarginOrders'>

const PARTNER = {
  label: messages.orders.partner,
  cell: ({ partnerId }: Row) => <PartnerLink id={partnerId} />,
}

/** The orders behind a row of the margin report, with the amounts that the row adds up. */
export function MarginOrdersPage() {
  const partner = usePartnerFilter()
  const product = useProductFilter()
  const { search } = useListSearch()
  // Then the partner is the same in each row, and the amounts need the room of its column.
  const isOfOnePartner = search['partnerId'] !== undefined
  return (
    <Page
      title={texts.orders}
      text={texts.ordersAbout}
      parent={{ label: texts.title, href: '/console/reports' }}
    >
      <List
        operation="listMarginOrders"
        filters={[
          { name: 'from', label: texts.from, kind: 'date' },
          { name: 'to', label: texts.to, kind: 'date' },
          partner,
          product,
          { name: 'brand', label: texts.brand },
          { name: 'supplier', label: texts.supplier },
          { name: 'month', label: texts.month },
          { name: 'currency', label: messages.orders.currency },
          { name: 'costStatus', label: texts.costStatus, choices: COST_STATUSES },
          { name: 'costCurrency', label: texts.costCurrency },
        ]}
        columns={[
          { label: messages.orders.order, field: 'orderId', shows: 'id' },
          ...(isOfOnePartner ? [] : [PARTNER]),
          { label: texts.ended, field: 'endedAt', shows: 'time' },
          { label: texts.units, field: 'units', shows: 'count' },
          ...MARGIN_AMOUNTS.map((name) => ({
            label: texts[name],
            isNumber: true,
            cell: (row: Row) => <MarginAmount row={row} name={name} />,
          })),
        ]}
        keyOf={({ orderId, own, costStatus }) => `${orderId} ${own?.currency ?? ''} ${costStatus}`}
        hrefOf={({ orderId }) => `/console/orders/${orderId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
