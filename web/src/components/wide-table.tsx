import type { ReactNode } from 'react'
import classes from './components.module.css'
import { useSides } from './use-sides.ts'

interface Props {
  /** True while what is shown is read again. */
  readonly isStale?: boolean
  readonly children: ReactNode
}

/** What scrolls sideways where the window is narrower than a table, by keys, too. */
export function WideTable({ isStale = false, children }: Props) {
  const { box, sides, measure } = useSides()
  return (
    <div
      ref={box}
      tabIndex={0}
      className={`${classes.wide} ${classes.scrolls}`}
      onScroll={measure}
      data-stale={isStale || undefined}
      {...sides}
    >
      {children}
    </div>
  )
}
