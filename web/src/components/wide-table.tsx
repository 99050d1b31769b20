import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './components.module.css'
import { useSides } from './use-sides.ts'

/** In pixels, of each column: a narrower table scrolls. */
const COLUMN_WIDTH_MIN = 110

interface Props {
  readonly columns: number
  /** How many of them a phone leaves out. */
  readonly minorColumns?: number
  /** True while what is shown is read again. */
  readonly isStale?: boolean
  readonly children: ReactNode
}

/** What scrolls sideways where the window is narrower than a table, by keys, too. */
export function WideTable({ columns, minorColumns = 0, isStale = false, children }: Props) {
  const { box, sides, measure } = useSides()
  return (
    <Table.ScrollContainer
      className={classes.columns}
      minWidth={`calc(var(--shown-columns) * ${COLUMN_WIDTH_MIN}px)`}
      scrollAreaProps={{
        viewportRef: box,
        viewportProps: { tabIndex: 0, ...sides },
        classNames: { viewport: classes.wide },
        onScrollPositionChange: measure,
      }}
      style={{
        opacity: isStale ? 0.6 : 1,
        '--all-columns': columns,
        '--major-columns': columns - minorColumns,
      }}
    >
      {children}
    </Table.ScrollContainer>
  )
}
