import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import type { OperationId } from '../api/client.ts'
import { routeOf } from '../api/routes.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { breakable } from './breakable.tsx'
import type { BulkAct } from './bulk-act.ts'
import classes from './components.module.css'
import { IdText } from './id-text.tsx'
import { InRow } from './in-row.ts'
import { lazyPart } from './lazy-part.ts'
import type { ListOperation } from './list-file.ts'
import { SortHead } from './sort-head.tsx'
import { Target } from './target.ts'
import { useRowKeys } from './use-row-keys.ts'
import { WideTable } from './wide-table.tsx'

interface Head {
  readonly label: string
  readonly isNumber?: boolean
  /** True if a phone leaves it out, because there is no room for all columns. */
  readonly isMinor?: boolean
  /** The acts in its cells. Readers who may do none of them do not see the column. */
  readonly acts?: readonly OperationId[]
}

type FieldName<Row> = keyof Row & string
/** The names of the fields that are shown as they are. */
type PlainName<Row> = {
  [Name in FieldName<Row>]: Row[Name] extends string | number | null | undefined ? Name : never
}[FieldName<Row>]

/**
 * A column, and the field that it shows. If the operation of the list sorts by that field, so does
 * the column. Without `cell`, it shows the field as it is, or shortened if it is an id.
 */
export type Column<Row> = Head &
  (
    | { readonly field: PlainName<Row>; readonly isId?: boolean; readonly cell?: undefined }
    | { readonly field?: FieldName<Row>; cell(row: Row): ReactNode }
  )

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
              {columns.map(({ label, isNumber, isMinor, field }) => (
                <SortHead
                  key={label}
                  label={label}
                  by={field !== undefined && sorts.includes(field) ? field : undefined}
                  sort={sort}
                  sortBy={sortBy}
                  data-number={isNumber || undefined}
                  className={isMinor ? classes.minor : undefined}
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
                        data-number={column.isNumber || undefined}
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

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly to: string | undefined
}

function Cell<Row>({ column, row, to }: CellProps<Row>) {
  const content = cellOf(column, row)
  if (!column.cell && column.isId) return <IdText id={content as string} to={to} />
  return to === undefined ? breakable(content) : <Link to={to}>{breakable(content)}</Link>
}

function cellOf<Row>({ cell, field }: Column<Row>, row: Row): ReactNode {
  return cell ? cell(row) : (row[field] as ReactNode)
}

/** Elements of a row that react to a click themselves. */
const OWN_ACTS = 'a, button, input, label, [data-selects]'

/** Opens the page of a row from anywhere in it, unless the reader selects text. */
function openRow({ target }: MouseEvent, open: () => void): void {
  const isOwn = target instanceof Element && target.closest(OWN_ACTS) !== null
  if (!isOwn && getSelection()?.isCollapsed !== false) open()
}
