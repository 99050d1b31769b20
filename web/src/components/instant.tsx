import { useContext } from 'react'
import { localDay, localTime, localTimeInRow, timeToNow, utcTime } from '../format/format.ts'
import { useUtc } from '../session/use-utc.ts'
import classes from './components.module.css'
import { InRow } from './in-row.ts'
import { useCurrent } from './use-current.ts'

interface Props {
  readonly at: string | undefined
  /** True if readers compare it with other records, or it is part of a sentence. */
  readonly isExact?: boolean
}

/**
 * An instant: how long ago it was or until it is, beyond a day its day and time. Its title has the
 * exact instant with the zone, and so has print. A reader who chose UTC sees exact instants only.
 * Rows do not repeat the zone.
 */
export function Instant({ at, isExact = false }: Props) {
  const [isUtc] = useUtc()
  const isInRow = useContext(InRow) !== undefined
  if (at === undefined) return null
  const exact = isUtc ? utcTime(at) : localTime(at)
  const isWhole = isUtc || isExact
  const inRow = isUtc ? exact.replace(/ UTC$/, '') : localTimeInRow(at)
  return (
    <time
      dateTime={at}
      title={`${localTime(at)}\n${utcTime(at)}`}
      className={classes.time}
      data-exact={isWhole && !isInRow ? undefined : exact}
    >
      {isWhole ? <span>{isInRow ? inRow : exact}</span> : <ToNow at={at} />}
    </time>
  )
}

function ToNow({ at }: { readonly at: string }) {
  return <span>{useCurrent(() => timeToNow(at, Date.now()))}</span>
}

/** The day of an instant that nobody compares by the minute; its title has the instant. */
export function DayOfInstant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={utcTime(at)} className={classes.time}>
      {localDay(at)}
    </time>
  )
}
