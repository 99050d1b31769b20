import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Chart } from '../charts/chart.tsx'
import { Loading } from '../components/loading.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { count, money, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { systemTexts } from '../messages/en-system.ts'

const texts = systemTexts.reports

/** The margin of each month that the report is about, by currency. */
export function MarginByMonth() {
  const { search } = useListSearch()
  const query = { from: search['from'], to: search['to'], by: 'month' }
  // A failure is not shown here: the list below reads the same data, and shows it.
  const { data = [], isPending } = useQuery(queryOf('margin', { query }))
  if (isPending) return <Loading lines={8} />
  const currencies = [...new Set(data.map(({ currency }) => currency))]
  return (
    <SimpleGrid cols={{ base: 1, md: Math.min(Math.max(currencies.length, 1), COLUMNS_MAX) }}>
      {currencies.map((currency) => {
        const rows = data.filter((one) => one.currency === currency)
        const points = pointsOf(rows)
        const unknown = rows.reduce(
          (sum, { units, margin }) => sum + (margin === undefined ? units : 0),
          0,
        )
        return (
          <div key={currency}>
            <Chart
              label={texts.marginIn(currency)}
              total={money(sumOf(points.flatMap(({ value }) => value ?? [])), currency)}
              kind="bars"
              points={points}
              format={(amount) => money(amount, currency)}
            />
            {unknown > 0 && (
              <Text size="sm" c="dimmed">
                {texts.withoutUnits(count(unknown))}
              </Text>
            )}
          </div>
        )
      })}
    </SimpleGrid>
  )
}

/** Sums the known margins by month. A month without a known margin has no value. */
function pointsOf(
  rows: readonly Entry<'margin'>[],
): { at: string; value: number | Decimal | undefined }[] {
  const months = new Map<string, number | Decimal | undefined>()
  for (const { month = '', margin } of rows) {
    const sum = months.get(month)
    months.set(month, margin === undefined ? sum : sumOf([sum ?? 0, margin]))
  }
  return [...months].map(([at, value]) => ({ at, value }))
}

const COLUMNS_MAX = 2
