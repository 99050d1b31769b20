import { Group, NativeSelect, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Chart } from '../charts/chart.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { changeOf } from '../format/change.ts'
import { count, hourOf, money, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { overviewTexts as texts } from '../messages/en-overview.ts'
import { useCan } from '../session/session.ts'

const REFRESH_MS = 60_000
/** In pixels, as high as its chart. */
const MARGIN_HEIGHT = 260

type Hours = Result<'getActivity'>
type MarginHours = Result<'getMarginOfDay'>
type Amount = number | Decimal
type Amounts = readonly { readonly currency: string; readonly amount?: Amount }[]

/** What was sold and earned in the last day, by hour, beside the same hours a week before. */
export function Activity() {
  const can = useCan()
  const { data, error, refetch } = useQuery({
    ...queryOf('getActivity'),
    refetchInterval: REFRESH_MS,
  })
  const margin = useQuery({
    ...queryOf('getMarginOfDay'),
    refetchInterval: REFRESH_MS,
    enabled: can('getMarginOfDay'),
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <HoursOfActivity hours={data} margins={margin.data} isMarginLoading={margin.isLoading} />
      {margin.error && <Failure error={margin.error} retry={() => void margin.refetch()} />}
    </>
  )
}

interface ActivityProps {
  readonly hours: Hours
  readonly margins: MarginHours | undefined
  /** True while the margin is read, which takes longer than the rest. */
  readonly isMarginLoading: boolean
}

function HoursOfActivity({ hours, margins, isMarginLoading }: ActivityProps) {
  const codes = hours.flatMap(({ charged = [], weekBefore }) =>
    [...charged, ...(weekBefore.charged ?? [])].map(({ currency }) => currency),
  )
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
      <SimpleGrid
        cols={{
          base: 1,
          sm: 2,
          lg: currency !== undefined && (margins || isMarginLoading) ? 4 : 3,
        }}
      >
        {currency !== undefined && (
          <ChartOfHours
            label={texts.chargedAnHour}
            hours={hours.map(({ from, charged, weekBefore }) => ({
              from,
              value: amountIn(charged, currency),
              before: amountIn(weekBefore.charged, currency),
            }))}
            format={(amount) => money(amount, currency)}
          />
        )}
        {currency !== undefined && isMarginLoading && <Skeleton mih={MARGIN_HEIGHT} />}
        {currency !== undefined && margins && (
          <ChartOfHours
            label={texts.marginAnHour}
            hours={margins.map(({ from, margin, weekBefore }) => ({
              from,
              value: amountIn(margin, currency),
              before: amountIn(weekBefore, currency),
            }))}
            unknownUnits={unknownIn(margins, currency)}
            format={(amount) => money(amount, currency)}
          />
        )}
        <ChartOfHours
          label={texts.ordersAnHour}
          hours={hours.map(({ from, orders, weekBefore }) => ({
            from,
            value: orders,
            before: weekBefore.orders,
          }))}
        />
        <ChartOfHours
          label={texts.codesAnHour}
          hours={hours.map(({ from, codes: value, weekBefore }) => ({
            from,
            value,
            before: weekBefore.codes,
          }))}
        />
      </SimpleGrid>
    </Stack>
  )
}

interface ChartProps {
  readonly label: string
  /** Values are undefined where they are not known. */
  readonly hours: readonly {
    readonly from: string
    readonly value: Amount | undefined
    /** The value of the same hour a week before. */
    readonly before: Amount | undefined
  }[]
  /** Units that the values leave out. */
  readonly unknownUnits?: number
  format?(value: Amount): string
}

function ChartOfHours({ label, hours, unknownUnits = 0, format = count }: ChartProps) {
  const points = hours.map(({ from, value }) => ({ at: hourOf(from), value }))
  const total = knownSum(hours.map(({ value }) => value))
  const before = knownSum(hours.map((hour) => hour.before))
  const note = [
    before !== undefined &&
      texts.weekBefore(format(before), total === undefined ? undefined : changeOf(total, before)),
    unknownUnits > 0 && texts.unknownUnits(count(unknownUnits)),
  ]
  return (
    <Chart
      label={label}
      total={total === undefined ? texts.notKnown : format(total)}
      note={note.filter(Boolean).join(', ')}
      kind="bars"
      points={points}
      format={format}
    />
  )
}

/** Returns the sum of what is known; undefined if nothing is. */
function knownSum(values: readonly (Amount | undefined)[]): Decimal | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : sumOf(known)
}

/** Returns an amount: zero without an entry, undefined if it is not known. */
function amountIn(amounts: Amounts = [], currency: string): Amount | undefined {
  const found = amounts.find((one) => one.currency === currency)
  return found ? found.amount : 0
}

function unknownIn(hours: MarginHours, currency: string): number {
  const ofCurrency = hours.flatMap(({ margin }) =>
    margin.filter((one) => one.currency === currency),
  )
  return ofCurrency.reduce((sum, { unknownUnits }) => sum + unknownUnits, 0)
}
