import { Text } from '@mantine/core'
import { Money } from '../components/money.tsx'
import type { Decimal } from '../format/format.ts'
import { systemTexts } from '../messages/en-system.ts'

type Amount = number | Decimal

export const MARGIN_AMOUNTS = [
  'faceValue',
  'discount',
  'fee',
  'refunded',
  'charged',
  'cost',
  'margin',
] as const
type AmountName = (typeof MARGIN_AMOUNTS)[number]

interface Row extends Readonly<Partial<Record<AmountName, Amount>>> {
  readonly currency: string
  /** Amounts in the currency of the cost. */
  readonly own?: {
    readonly currency: string
    readonly cost: Amount
    readonly margin?: Amount
  }
}

const NOWRAP = { whiteSpace: 'nowrap' } as const

interface Props {
  readonly row: Row
  readonly name: AmountName
}

/** One amount of sold units. Costs and margins may be in a currency of their own, or not known. */
export function MarginAmount({ row, name }: Props) {
  const inCostCurrency = name === 'cost' || name === 'margin' ? row.own : undefined
  const [amount, currency] = inCostCurrency
    ? [inCostCurrency[name === 'cost' ? 'cost' : 'margin'], inCostCurrency.currency]
    : [row[name], row.currency]
  if (amount === undefined) {
    return (
      <Text span inherit c="dimmed" style={NOWRAP}>
        {systemTexts.reports.notKnown}
      </Text>
    )
  }
  return <Money amount={amount} currency={currency} isBalance={name === 'margin'} />
}
