import { Group, NativeSelect, SimpleGrid, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Chart } from '../charts/chart.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { count, hourOf, money, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.overview
const REFRESH_MS = 60_000

type Hours = Result<'getActivity'>

/** The orders and codes completed in the last day, and the amounts charged, by hour. */
export function Activity() {
  const { data, error, refetch } = useQuery({
    ...queryOf('getActivity'),
    refetchInterval: REFRESH_MS,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <HoursOfActivity hours={data} />
}

function HoursOfActivity({ hours }: { readonly hours: Hours }) {
  const codes = hours.flatMap(({ charged = [] }) => charged.map(({ currency }) => currency))
  const currencies = [...new Set(codes)].toSorted()
  const hoursOf = (code: string): number => codes.filter((one) => one === code).length
  // One order in another currency does not hide what is usually charged.
  const [usual] = currencies.toSorted((one, other) => hoursOf(other) - hoursOf(one))
  const [chosen, setCurrency] = useState<string>()
  const currency = chosen ?? usual
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {texts.lastDay}
        </Title>
        {currencies.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={texts.currency}
            data={currencies}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, md: currency === undefined ? 2 : 3 }}>
        <ChartOfHours label={texts.ordersAnHour} hours={hours} valueOf={(hour) => hour.orders} />
        <ChartOfHours label={texts.codesAnHour} hours={hours} valueOf={(hour) => hour.codes} />
        {currency !== undefined && (
          <ChartOfHours
            label={texts.chargedAnHour}
            hours={hours}
            valueOf={(hour) => chargedOf(hour, currency)}
            format={(amount) => money(amount, currency)}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}

interface ChartProps {
  readonly label: string
  readonly hours: Hours
  valueOf(hour: Hours[number]): number | Decimal
  format?(value: number | Decimal): string
}

function ChartOfHours({ label, hours, valueOf, format = count }: ChartProps) {
  const points = hours.map((hour) => ({ at: hourOf(hour.from), value: valueOf(hour) }))
  const total = sumOf(points.map(({ value }) => value))
  return <Chart label={label} total={format(total)} kind="bars" points={points} format={format} />
}

function chargedOf({ charged = [] }: Hours[number], currency: string): number | Decimal {
  return charged.find((one) => one.currency === currency)?.amount ?? 0
}
