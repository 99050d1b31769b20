import { localTime } from '../format/format.ts'
import { gapAfter } from '../format/gap.ts'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'
import { Instant } from './instant.tsx'

interface Props {
  readonly at: string
  /** The time of the step before it. */
  readonly before: string | undefined
}

/** The time of a step, or the gap since the step before it: equal times would say nothing. */
export function StepTime({ at, before }: Props) {
  const gap = before === undefined ? undefined : gapAfter(before, at)
  if (gap === undefined) return <Instant at={at} isExact />
  return (
    <time dateTime={at} title={localTime(at)} className={classes.time}>
      {gap === 0 ? messages.atOnce : messages.later(gap)}
    </time>
  )
}
