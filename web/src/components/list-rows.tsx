import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import type { OperationId } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { breakable } from './breakable.tsx'
import type { BulkAct } from './bulk-act.ts'
import classes from './components.module.css'
import { lazyPart } from './lazy-part.ts'
import { SortHead } from './sort-head.tsx'
import { Target } from './target.ts'
import { useRowKeys } from './use-row-keys.ts'
import { WideTable } from './wide-table.tsx'

export interface Column<Row> {
  readonly label: string
  readonly isNumber?: boolean
  /** True if a phone leaves it out, because there is no room for all columns. */
  readonly isMinor?: boolean
  /** The acts in its cells. Readers who may do none of them do not see the column. */
  readonly acts?: readonly OperationId[]
  cell(row: Row): ReactNode
}

const BulkActs = lazyPart(() => import('./bulk-acts.tsx'), 'BulkActs')

interface Props<Row> {
  /** The operation that read the list. */
  readonly operation: OperationId
  /** True if the rows are close together. */
  readonly isDense: boolean
  readonly rows: readonly Row[]
  readonly columns: readonly (Column<Row> & { readonly sort?: string })[]
  readonly bulk?: readonly BulkAct<Row>[]
  readonly isStale: boolean
  /** The field by which the list is sorted; with `-` before it, from the highest down. */
  readonly sort: string | undefined
  /** Sorts the whole list; by nothing if it is empty. */
  sortBy(sort: string): void
  keyOf(row: Row): string | number
  hrefOf?(row: Row): string
}

/** The rows of a page of a list, with acts for the selected rows above them. */
export function Rows<Row>(props: Props<Row>) {
  const { operation, rows, columns, bulk = [], keyOf, hrefOf, isStale, sort, sortBy } = props
  const keys = useRowKeys()
  const navigate = useNavigate()
  const can = useCan()
  const [selected, select] = useState<ReadonlySet<string | number>>(new Set())
  const acts = bulk.filter((act) => can(act.operation))
  const chosen = rows.filter((row) => selected.has(keyOf(row)))
  const isAll = chosen.length === rows.length
  const toggle = (row: Row): void => {
    const next = new Set(selected)
    if (!next.delete(keyOf(row))) next.add(keyOf(row))
    select(next)
  }
  return (
    <Stack gap="xs">
      {chosen.length > 0 && (
        <Suspense>
          <BulkActs
            operation={operation}
            acts={acts}
            rows={chosen}
            clear={() => select(new Set())}
          />
        </Suspense>
      )}
      <WideTable isStale={isStale}>
        <table className={classes.table} data-dense={props.isDense || undefined}>
          <thead>
            <tr>
              <th scope="col" data-selects>
                <Checkbox
                  size="xs"
                  aria-label={messages.list.selectAll}
                  checked={isAll}
                  indeterminate={!isAll && chosen.length > 0}
                  onChange={() => select(new Set(isAll ? [] : rows.map(keyOf)))}
                />
              </th>
              {columns.map(({ label, isNumber, isMinor, sort: by }) => (
                <SortHead
                  key={label}
                  label={label}
                  by={by}
                  sort={sort}
                  sortBy={sortBy}
                  data-number={isNumber || undefined}
                  className={isMinor ? classes.minor : undefined}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={keys}>
            {rows.map((row) => (
              <Target key={keyOf(row)} value={columns[0]?.cell(row)}>
                <tr
                  className={classes.row}
                  onClick={
                    hrefOf && ((event) => openRow(event, () => void navigate({ to: hrefOf(row) })))
                  }
                >
                  <td data-selects>
                    <Checkbox
                      size="xs"
                      aria-label={`${messages.list.select} ${keyOf(row)}`}
                      checked={selected.has(keyOf(row))}
                      onChange={() => toggle(row)}
                    />
                  </td>
                  {columns.map(({ label, isNumber, isMinor, cell }, at) => (
                    <td
                      key={label}
                      data-label={label}
                      data-number={isNumber || undefined}
                      className={isMinor ? classes.minor : undefined}
                    >
                      {at === 0 && hrefOf ? (
                        <Link to={hrefOf(row)}>{breakable(cell(row))}</Link>
                      ) : (
                        breakable(cell(row))
                      )}
                    </td>
                  ))}
                </tr>
              </Target>
            ))}
          </tbody>
        </table>
      </WideTable>
    </Stack>
  )
}

/** Elements of a row that react to a click themselves. */
const OWN_ACTS = 'a, button, input, label, [data-selects]'

/** Opens the page of a row from anywhere in it, unless the reader selects text. */
function openRow({ target }: MouseEvent, open: () => void): void {
  const isOwn = target instanceof Element && target.closest(OWN_ACTS) !== null
  if (!isOwn && getSelection()?.isCollapsed !== false) open()
}
