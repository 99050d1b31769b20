import { localDay, localTime, utcTime } from '../format/format.ts'
import { useUtc } from '../session/use-utc.ts'
import classes from './components.module.css'

/** An instant in the reader's time zone or in UTC, as the reader chose; its title has the other. */
export function Instant({ at }: { readonly at: string | undefined }) {
  const [isUtc] = useUtc()
  if (at === undefined) return null
  const [shown, other] = isUtc ? [utcTime(at), localTime(at)] : [localTime(at), utcTime(at)]
  return (
    <time dateTime={at} title={other} className={classes.time}>
      {shown}
    </time>
  )
}

/** The day of an instant that nobody compares by the minute; its title has the instant. */
export function DayOfInstant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={utcTime(at)} className={classes.time}>
      {localDay(at)}
    </time>
  )
}
