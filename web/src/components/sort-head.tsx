import { UnstyledButton } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react'
import type { ComponentProps } from 'react'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'

interface Props extends Omit<ComponentProps<'th'>, 'children'> {
  readonly label: string
  /** The field by which the column sorts the list; undefined if the server cannot. */
  readonly by: string | undefined
  /** The field by which the list is sorted now. */
  readonly sort: string | undefined
  sortBy(sort: string): void
}

/** The head of a column. Pressing it sorts the list up, then down, then not at all. */
export function SortHead({ label, by, sort, sortBy, ...props }: Props) {
  if (by === undefined) {
    return (
      <th scope="col" {...props}>
        {label}
      </th>
    )
  }
  const [isUp, isDown] = [sort === by, sort === `-${by}`]
  const next = isUp ? `-${by}` : isDown ? '' : by
  return (
    <th scope="col" {...props} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        title={messages.list.sort}
        onClick={() => sortBy(next)}
      >
        {label}{' '}
        <span className={isUp || isDown ? undefined : classes.unsorted}>
          {isUp ? <ArrowUpIcon size={12} /> : <ArrowDownIcon size={12} />}
        </span>
      </UnstyledButton>
    </th>
  )
}
