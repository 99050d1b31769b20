import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'
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
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {head.map((label, at) => (
              <Table.Th key={label} scope="col" ta={numbers.includes(at) ? 'right' : 'left'}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            <Table.Tr key={row}>
              {cells.map((cell, at) => (
                <Table.Td
                  key={head[at]}
                  data-label={head[at]}
                  ta={numbers.includes(at) ? 'right' : 'left'}
                >
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  )
}
