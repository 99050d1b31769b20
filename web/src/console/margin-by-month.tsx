import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { Chart } from '../charts/chart.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { money } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.reports

/** The margin of each month that the report is about, by currency. */
export function MarginByMonth() {
  const { search } = useListSearch()
  const query = { from: search['from'], to: search['to'], by: 'month' }
  // The list below reads the same.
  const { data = [] } = useQuery({
    queryKey: ['margin', 'chart', query],
    queryFn: ({ signal }) => call('margin', { query, signal }),
  })
  const currencies = [...new Set(data.map(({ currency }) => currency))]
  return (
    <SimpleGrid cols={{ base: 1, md: Math.min(Math.max(currencies.length, 1), COLUMNS_MAX) }}>
      {currencies.map((currency) => {
        const months = new Map<string, number>()
        for (const row of data.filter((one) => one.currency === currency)) {
          const { month = '', margin = 0 } = row
          months.set(month, (months.get(month) ?? 0) + margin)
        }
        const points = [...months].map(([at, value]) => ({ at, value }))
        return (
          <Chart
            key={currency}
            label={texts.marginIn(currency)}
            total={money(
              points.reduce((sum, { value }) => sum + value, 0),
              currency,
            )}
            kind="bars"
            points={points}
            format={(amount) => money(amount, currency)}
          />
        )
      })}
    </SimpleGrid>
  )
}

const COLUMNS_MAX = 2
