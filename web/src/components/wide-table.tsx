import type { ReactNode } from 'react'
import classes from './components.module.css'
import { useSides } from './use-sides.ts'

interface Props {
  /** True while the table is read again. */
  readonly isStale?: boolean
  readonly children: ReactNode
}

/** A box that scrolls sideways, also by keys, if the window is narrower than its table. */
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
