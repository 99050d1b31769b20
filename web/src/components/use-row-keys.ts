import { useHotkeys } from '@mantine/hooks'
import { useRef, type RefObject } from 'react'
import classes from './components.module.css'

/** The cells of the first column, or of the second if the first has the boxes that select rows. */
const ROW_LINKS = 'tr td:first-child a, tr td[data-selects] + td a'

/**
 * Lets `j` and `k` move over the links of a table's rows; Enter opens one, as for any link. `y`
 * copies the first id of the row.
 */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  const move = (by: number): void => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>(ROW_LINKS) ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = links[at === -1 ? 0 : at + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['y', () => copyIdOf(document.activeElement?.closest('tr'), body.current)],
  ])
  return body
}

function copyIdOf(row: Element | null | undefined, body: Element | null): void {
  if (!row || !body?.contains(row)) return
  row.querySelector<HTMLElement>(`.${classes.copy}`)?.click()
}
