import { Table } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import classes from './components.module.css'

/** In pixels, of each column: a narrower table scrolls. */
const COLUMN_WIDTH_MIN = 110

interface Props {
  readonly columns: number
  /** True while what is shown is read again. */
  readonly isStale?: boolean
  readonly children: ReactNode
}

/**
 * What scrolls sideways where the window is narrower than a table, by keys, too. An edge fades where
 * there is more: bars show on some systems only while they are moved, and below the last row.
 */
export function WideTable({ columns, isStale = false, children }: Props) {
  const viewport = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  const look = (): void => setMore(viewport.current ? sidesWithMore(viewport.current) : '')
  useEffect(() => {
    const box = viewport.current
    if (!box) return undefined
    const sizes = new ResizeObserver(() => setMore(sidesWithMore(box)))
    for (const one of [box, ...box.children]) sizes.observe(one)
    return () => sizes.disconnect()
  }, [])
  const sides = { 'data-more': more }
  return (
    <Table.ScrollContainer
      minWidth={columns * COLUMN_WIDTH_MIN}
      scrollAreaProps={{
        viewportRef: viewport,
        viewportProps: { tabIndex: 0, ...sides },
        classNames: { viewport: classes.wide },
        onScrollPositionChange: look,
      }}
      style={{ opacity: isStale ? 0.6 : 1 }}
    >
      {children}
    </Table.ScrollContainer>
  )
}

function sidesWithMore({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const left = scrollLeft > 1 ? 'left' : ''
  // Widths are rounded, so the end may be a pixel away.
  const right = scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : ''
  return `${left} ${right}`.trim()
}
