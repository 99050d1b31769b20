import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'
import { breakable } from './breakable.tsx'
import classes from './components.module.css'
import { InRow } from './in-row.ts'
import { WideTable } from './wide-table.tsx'

interface Props {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** The indexes of the columns with numbers. */
  readonly numbers?: readonly number[]
}

/** A table that shows all its rows: neither paged nor filtered. */
export function PlainTable({ head, rows, numbers = [] }: Props) {
  if (rows.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {messages.none}
      </Text>
    )
  return (
    <WideTable>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((label, at) => (
              <th key={label} scope="col" data-number={numbers.includes(at) || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <InRow value="table">
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td
                    key={head[at]}
                    data-label={head[at]}
                    data-number={numbers.includes(at) || undefined}
                  >
                    {breakable(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </InRow>
        </tbody>
      </table>
    </WideTable>
  )
}
