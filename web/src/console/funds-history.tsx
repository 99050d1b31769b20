import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Chart } from '../charts/chart.tsx'
import { Loading } from '../components/loading.tsx'
import { dayOf, money } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.partners

/** The spendable funds of a partner by day, for each currency in which they changed. */
export function FundsHistory({ partnerId }: { readonly partnerId: number }) {
  const { data, isPending } = useQuery(queryOf('getFundsHistory', { path: { partnerId } }))
  if (isPending) return <Loading />
  const changed = data?.filter(
    ({ days }) => new Set(days.map(({ available }) => available)).size > 1,
  )
  if (!changed || changed.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, md: Math.min(changed.length, COLUMNS_MAX) }}>
      {changed.map(({ currency, days }) => (
        <Chart
          key={currency}
          label={texts.availableByDay(currency)}
          total={money(days.at(-1)?.available ?? 0, currency)}
          kind="line"
          points={days.map(({ day, available }) => ({ at: dayOf(day), value: available }))}
          format={(amount) => money(amount, currency)}
        />
      ))}
    </SimpleGrid>
  )
}

const COLUMNS_MAX = 2
