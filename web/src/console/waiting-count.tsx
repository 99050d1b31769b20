import classes from '../components/components.module.css'
import { count as shownCount } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'

/** The number of purchases that wait for a person; nothing if none does. */
export function WaitingCount({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.status} data-color="orange">
      {texts.waiting(shownCount(count))}
    </span>
  )
}
