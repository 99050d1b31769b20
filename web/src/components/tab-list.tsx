import '@mantine/core/styles/Tabs.layer.css'
import { NativeSelect, Tabs } from '@mantine/core'
import { useEffect, type ComponentProps } from 'react'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'
import { useSides } from './use-sides.ts'

/** Scrolls a box only. `scrollIntoView` would also move where the next Tab key begins. */
function center(box: Element, tab: Element): void {
  const [outer, inner] = [box.getBoundingClientRect(), tab.getBoundingClientRect()]
  box.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

interface Section {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly tabs: readonly Section[]
  /** The choices on a phone, if not only these tabs. */
  readonly sections?: ComponentProps<typeof NativeSelect>['data']
  readonly open: string
  openTab(value: string): void
}

/**
 * Tabs in one line that scrolls where the window is narrow. The open one is in view, and arrows say
 * on which sides there are more. On a phone it is one field, as nobody would find what is scrolled.
 */
export function TabList({ tabs, sections = [...tabs], open, openTab }: Props) {
  const { box, sides, measure } = useSides()
  useEffect(() => {
    const tab = box.current?.querySelector('[aria-selected=true]')
    if (box.current && tab) center(box.current, tab)
  }, [box, open])
  return (
    <>
      <div className={`${classes.marked} ${classes.strips}`} {...sides}>
        <Tabs.List
          ref={box}
          className={`${classes.tabs} ${classes.wide}`}
          onScroll={measure}
          {...sides}
        >
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <NativeSelect
        className={classes.sorts}
        aria-label={messages.section}
        data={sections}
        value={open}
        onChange={({ currentTarget }) => openTab(currentTarget.value)}
      />
    </>
  )
}
