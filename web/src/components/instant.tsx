import { Tooltip } from '@mantine/core'
import { localTime, utcTime } from '../format/format.ts'
import classes from './components.module.css'

/** An instant in the reader's time zone; the tooltip has it in UTC. */
export function Instant({ at }: { readonly at: string | undefined }) {
  if (at === undefined) return null
  return (
    <Tooltip label={utcTime(at)}>
      <time dateTime={at} className={classes.time}>
        {localTime(at)}
      </time>
    </Tooltip>
  )
}
