import { Text } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import classes from '../components/components.module.css'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.ofPortal
const COUNTS = [
  ['orders', texts.spentOrders],
  ['credits', texts.spentCredits],
  ['links', texts.spentLinks],
] as const
const AMOUNTS = ['spent', 'charged', 'refunded', 'credited', 'debited', 'sent', 'returned'] as const

type Spending = Entry<'getOwnSpending'>

/** Shows the amounts that left the funds and came back, by the value of a label. */
export function SpendingPage() {
  return (
    <Page title={texts.spending} text={texts.spendingAbout}>
      <List
        operation="getOwnSpending"
        filters={[
          { name: 'by', label: texts.labelKey, initial: 'team' },
          { name: 'from', label: texts.fromDay, kind: 'date' },
          { name: 'to', label: texts.toDay, kind: 'date' },
        ]}
        columns={[
          {
            label: texts.labelValue,
            field: 'value',
            cell: ({ value }: Spending) =>
              value ?? (
                <Text span inherit c="dimmed" className={classes.whole}>
                  {texts.noLabel}
                </Text>
              ),
          },
          ...AMOUNTS.map((name) => ({
            label: texts.spentColumns[name],
            isNumber: true,
            field: name,
            cell: (row: Spending) => <Money amount={row[name]} currency={row.currency} />,
          })),
          ...COUNTS.map(([name, label]) => ({
            label,
            isNumber: true,
            field: name,
            cell: (row: Spending) => count(row[name]),
          })),
        ]}
        keyOf={({ value, currency }) => `${currency} ${value ?? ''} ${value === undefined}`}
        empty={texts.noSpending}
      />
    </Page>
  )
}
