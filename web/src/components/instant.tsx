import { Tooltip } from '@mantine/core'
import { localTime, utcTime } from '../format/format.ts'
import { useUtc } from '../session/use-utc.ts'
import classes from './components.module.css'

/** An instant in the reader's time zone or in UTC, as the reader chose; the tooltip has the other. */
export function Instant({ at }: { readonly at: string | undefined }) {
  const [isUtc] = useUtc()
  if (at === undefined) return null
  const [shown, other] = isUtc ? [utcTime(at), localTime(at)] : [localTime(at), utcTime(at)]
  return (
    <Tooltip label={other}>
      <time dateTime={at} className={classes.time}>
        {shown}
      </time>
    </Tooltip>
  )
}
