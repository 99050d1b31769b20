import { amountOf, type Decimal } from '../format/format.ts'
import classes from './components.module.css'

interface Props {
  /** In major units. */
  readonly amount: number | Decimal | undefined
  readonly currency: string | undefined
  /** True for a balance: below zero, it is marked. */
  readonly isBalance?: boolean
}

/** An amount, in digits of one width so that columns align. */
export function Money({ amount, currency, isBalance = false }: Props) {
  if (amount === undefined || currency === undefined) return null
  return (
    <span className={classes.number} data-failed={(isBalance && Number(amount) < 0) || undefined}>
      {amountOf(amount, currency)}
      <small>{`\u00A0${currency}`}</small>
    </span>
  )
}
