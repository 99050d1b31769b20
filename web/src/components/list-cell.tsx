import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OperationId } from '../api/client.ts'
import { count, readable, type Decimal } from '../format/format.ts'
import { breakable } from './breakable.tsx'
import { IdText } from './id-text.tsx'
import { Instant } from './instant.tsx'
import { Money } from './money.tsx'
import { StatusBadge } from './status-badge.tsx'

interface Head {
  readonly label: string
  readonly isNumber?: boolean
  /** True if a phone leaves it out, because there is no room for all columns. */
  readonly isMinor?: boolean
  /** The acts in its cells. Readers who may do none of them do not see the column. */
  readonly acts?: readonly OperationId[]
}

type FieldName<Row> = keyof Row & string
/** The names of the fields that are text or a number. */
type PlainName<Row> = {
  [Name in FieldName<Row>]: Row[Name] extends string | number | null | undefined ? Name : never
}[FieldName<Row>]

/** How the value of a field is shown; an amount in the currency of its row. */
const SHOWN = {
  id: (value: string) => <IdText id={value} />,
  status: (value: string) => <StatusBadge status={value} />,
  word: readable,
  time: (value: string) => <Instant at={value} />,
  'exact-time': (value: string) => <Instant at={value} isExact />,
  count: (value: number | Decimal) => count(value),
  amount: (value: number | Decimal, currency: string | undefined) => (
    <Money amount={value} currency={currency} />
  ),
} as const satisfies Readonly<Record<string, (value: never, currency: string) => ReactNode>>

type Shown<Row> = Row extends { readonly currency?: string }
  ? keyof typeof SHOWN
  : Exclude<keyof typeof SHOWN, 'amount'>

/**
 * A column, and the field that it shows. If the operation of the list sorts by that field, so does
 * the column. Without `shows` and `cell`, it shows the field as it is.
 */
export type Column<Row> = Head &
  (
    | { readonly field: PlainName<Row>; readonly shows?: Shown<Row>; readonly cell?: undefined }
    | { readonly field?: FieldName<Row>; readonly shows?: undefined; cell(row: Row): ReactNode }
  )

/** True if the values of a column are aligned at their last digit. */
export function isOfNumbers({
  isNumber,
  shows,
}: Pick<Head, 'isNumber'> & { readonly shows?: string }): boolean {
  return isNumber ?? (shows === 'count' || shows === 'amount')
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly to: string | undefined
}

export function Cell<Row>({ column, row, to }: CellProps<Row>) {
  if (!column.cell && column.shows === 'id') {
    return <IdText id={row[column.field] as string} to={to} />
  }
  const content = cellOf(column, row)
  return to === undefined ? breakable(content) : <Link to={to}>{breakable(content)}</Link>
}

export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row)
  const { field, shows } = column
  const value = row[field]
  if (shows === undefined || value === undefined || value === null) return value as ReactNode
  const show = SHOWN[shows] as (value: unknown, currency: unknown) => ReactNode
  return show(value, Reflect.get(row as object, 'currency'))
}
