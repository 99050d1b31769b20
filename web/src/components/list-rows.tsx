import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type MouseEvent } from 'react'
import { routeOf } from '../api/routes.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import type { BulkAct } from './bulk-act.ts'
import classes from './components.module.css'
import { InRow } from './in-row.ts'
import { lazyPart } from './lazy-part.ts'
import { Cell, cellOf, isOfNumbers, type Column } from './list-cell.tsx'
import type { ListOperation } from './list-file.ts'
import { SortHead } from './sort-head.tsx'
import { Target } from './target.ts'
import { useRowKeys } from './use-row-keys.ts'
import { WideTable } from './wide-table.tsx'

const BulkActs = lazyPart(() => import('./bulk-acts.tsx'), 'BulkActs')

interface Props<Row> {
  /** The operation that read the list. */
  readonly operation: ListOperation
  /** True if the rows are close together. */
  readonly isDense: boolean
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly bulk?: readonly BulkAct<Row>[]
  readonly isStale: boolean
  /** The field by which the list is sorted; with `-` before it, from the highest down. */
  readonly sort: string | undefined
  /** Says whether a dialog about several rows is open. */
  setActing(isActing: boolean): void
  /** Sorts the whole list; an empty text restores the usual order. */
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
  const { sorts = [] } = routeOf(operation)
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
            setActing={props.setActing}
          />
        </Suspense>
      )}
      <SortChoice columns={columns} sorts={sorts} sort={sort} sortBy={sortBy} />
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
              {columns.map((column) => (
                <SortHead
                  key={column.label}
                  label={column.label}
                  by={sorts.find((name) => name === column.field)}
                  sort={sort}
                  sortBy={sortBy}
                  data-number={isOfNumbers(column) || undefined}
                  className={column.isMinor ? classes.minor : undefined}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={keys}>
            <InRow value="list">
              {rows.map((row) => (
                <Target key={keyOf(row)} value={columns[0] && cellOf(columns[0], row)}>
                  <tr
                    className={classes.row}
                    onClick={
                      hrefOf &&
                      ((event) => openRow(event, () => void navigate({ to: hrefOf(row) })))
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
                    {columns.map((column, at) => (
                      <td
                        key={column.label}
                        data-label={column.label}
                        data-number={isOfNumbers(column) || undefined}
                        className={column.isMinor ? classes.minor : undefined}
                      >
                        <Cell column={column} row={row} to={at === 0 ? hrefOf?.(row) : undefined} />
                      </td>
                    ))}
                  </tr>
                </Target>
              ))}
            </InRow>
          </tbody>
        </table>
      </WideTable>
    </Stack>
  )
}

interface SortProps<Row> extends Pick<Props<Row>, 'columns' | 'sort' | 'sortBy'> {
  /** The fields by which the operation sorts. */
  readonly sorts: readonly string[]
}

/** Sorts the list on a phone, whose cards have no heads of columns. */
function SortChoice<Row>({ columns, sorts, sort = '', sortBy }: SortProps<Row>) {
  const { sortedBy, unsorted, up, down } = messages.list
  const choices = columns.flatMap(({ label, field }) =>
    field !== undefined && sorts.includes(field)
      ? [
          { value: field, label: up(label) },
          { value: `-${field}`, label: down(label) },
        ]
      : [],
  )
  if (choices.length === 0) return null
  return (
    <NativeSelect
      className={classes.sorts}
      size="xs"
      label={sortedBy}
      data={[{ value: '', label: unsorted }, ...choices]}
      value={sort}
      onChange={({ currentTarget }) => sortBy(currentTarget.value)}
    />
  )
}

/** Elements of a row that react to a click themselves. */
const OWN_ACTS = 'a, button, input, label, [data-selects]'

/** Opens the page of a row from anywhere in it, unless the reader selects text. */
function openRow({ target }: MouseEvent, open: () => void): void {
  const isOwn = target instanceof Element && target.closest(OWN_ACTS) !== null
  if (!isOwn && getSelection()?.isCollapsed !== false) open()
}
