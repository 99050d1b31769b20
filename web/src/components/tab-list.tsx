import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import classes from './components.module.css'
import { useSides } from './use-sides.ts'

/** Scrolls a box only. `scrollIntoView` would also move where the next Tab key begins. */
function center(box: Element, tab: Element): void {
  const [outer, inner] = [box.getBoundingClientRect(), tab.getBoundingClientRect()]
  box.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/**
 * Tabs in one line that scrolls where the window is narrow. The open one is in view, and arrows say
 * on which sides there are more.
 */
export function TabList({
  open,
  children,
}: {
  readonly open: string
  readonly children: ReactNode
}) {
  const { box, sides, measure } = useSides()
  useEffect(() => {
    const tab = box.current?.querySelector('[aria-selected=true]')
    if (box.current && tab) center(box.current, tab)
  }, [box, open])
  return (
    <div className={classes.marked} {...sides}>
      <Tabs.List
        ref={box}
        className={`${classes.tabs} ${classes.wide}`}
        onScroll={measure}
        {...sides}
      >
        {children}
      </Tabs.List>
    </div>
  )
}
