import { Text } from '@mantine/core'
import { money } from '../format/format.ts'
import classes from './components.module.css'

interface Props {
  /** In major units. */
  readonly amount: number | undefined
  readonly currency: string | undefined
}

/** An amount, in digits of one width so that columns align. */
export function Money({ amount, currency }: Props) {
  if (amount === undefined || currency === undefined) return null
  return (
    <Text span inherit className={classes.number} c={amount < 0 ? 'red.8' : undefined}>
      {money(amount, currency)}
    </Text>
  )
}
