import { Text } from '@mantine/core'
import { money, type Decimal } from '../format/format.ts'
import classes from './components.module.css'

interface Props {
  /** In major units. */
  readonly amount: number | Decimal | undefined
  readonly currency: string | undefined
  /** Below zero, it is something to look at. */
  readonly isBalance?: boolean
}

/** An amount, in digits of one width so that columns align. */
export function Money({ amount, currency, isBalance = false }: Props) {
  if (amount === undefined || currency === undefined) return null
  return (
    <Text
      span
      inherit
      className={classes.number}
      c={isBalance && Number(amount) < 0 ? 'var(--mantine-color-error)' : undefined}
    >
      {money(amount, currency)}
    </Text>
  )
}
