import { Text } from '@mantine/core'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { count, type Decimal } from '../format/format.ts'
import { systemTexts } from '../messages/en-system.ts'
import { messages } from '../messages/messages.ts'

import { MarginByMonth } from './margin-by-month.tsx'
import { PartnerLink } from './partner-names.tsx'

const texts = systemTexts.reports
const GROUPS = ['partner', 'brand', 'product', 'supplier', 'month']
const INITIAL_GROUP = 'partner'
const AMOUNTS = ['faceValue', 'discount', 'fee', 'refunded', 'charged', 'cost', 'margin'] as const

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
          {
            label: texts.costStatus,
            cell: ({ costStatus }: Grouped) => costStatus && texts.costStatuses[costStatus],
          },
          ...AMOUNTS.map((name) => ({
            label: texts[name],
            isNumber: true,
            cell: (row: Grouped) => <Amount row={row} name={name} />,
          })),
        ]}
        keyOf={keyOf}
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
  readonly faceValue?: number | Decimal
  readonly discount?: number | Decimal
  readonly fee?: number | Decimal
  readonly refunded?: number | Decimal
  readonly charged?: number | Decimal
  readonly costStatus?: keyof typeof texts.costStatuses
  readonly cost?: number | Decimal
  readonly margin?: number | Decimal
  readonly own?: Own
}

/** Amounts that are known in the currency of the cost only. */
interface Own {
  readonly currency: string
  readonly cost: number | Decimal
  readonly margin?: number | Decimal
}

interface AmountProps {
  readonly row: Grouped
  readonly name: (typeof AMOUNTS)[number]
}

/** A group has one row for each currency of the cost and each `costStatus`. */
function keyOf(row: Grouped): string {
  return `${groupOf(row)} ${row.currency} ${row.own?.currency ?? ''} ${row.costStatus ?? ''}`
}

/** One amount of a group. Costs and margins may be in a currency of their own, or not known. */
function Amount({ row, name }: AmountProps) {
  const inCostCurrency = name === 'cost' || name === 'margin' ? row.own : undefined
  const [amount, currency] = inCostCurrency
    ? [inCostCurrency[name === 'cost' ? 'cost' : 'margin'], inCostCurrency.currency]
    : [row[name], row.currency]
  if (amount === undefined) {
    return (
      <Text span inherit c="dimmed">
        {texts.notKnown}
      </Text>
    )
  }
  return <Money amount={amount} currency={currency} isBalance={name === 'margin'} />
}

function groupOf({ partnerId, productId, brand, supplier, month, currency }: Grouped): string {
  const partner = partnerId === undefined ? undefined : messages.partners.one(partnerId)
  const group = [partner, productId, brand, supplier, month].filter(Boolean).join(' · ')
  return group === '' ? currency : group
}
