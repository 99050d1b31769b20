import { isoTime } from '../core/mod.ts'
import type { Element } from './array-text.ts'

/** A column that is sent: its type in PostgreSQL, and its value for a row. */
export interface Column<Row, Value> {
  readonly type: string
  readonly read: (row: Row) => Element
  /** The type of the stored value. Exists for the compiler only. */
  readonly stored?: Value
}

/** Columns by their names. */
export type Columns<Row> = Readonly<Record<string, Column<Row, unknown>>>

/** Columns of a table by their names, each of a type that the table has. */
export type ColumnsOf<Stored, Row> = {
  readonly [Name in keyof Stored]?: Column<Row, Stored[Name]>
}

/** Null if the sent value may be null. */
type Nullable<Sent, Value> = null extends Sent ? Value | null : Value

/** Makes a column of this PostgreSQL type from a function that returns its value. */
type ColumnMaker<Value, Sendable extends Element> = <Row, Sent extends Sendable | null>(
  read: (row: Row) => Sent,
) => Column<Row, Nullable<Sent, Value>>

function columnOf<Value, Sendable extends Element>(type: string): ColumnMaker<Value, Sendable> {
  return (read) => ({ type, read })
}

export const bigint = columnOf<bigint, bigint | number>('bigint')
export const boolean = columnOf<boolean, boolean>('boolean')
export const bytea = columnOf<Buffer, Uint8Array>('bytea')
export const integer = columnOf<number, number>('integer')
/** Sends text of JSON. */
export const jsonb = columnOf<unknown, string>('jsonb')
export const numeric = columnOf<string, string>('numeric')
export const smallint = columnOf<number, number>('smallint')
export const text = columnOf<string, string>('text')
/** Sends `now` for the beginning of the transaction. */
export const timestamptz = columnOf<Date, Date | 'now'>('timestamptz')
export const uuid = columnOf<string, string>('uuid')

/** A `timestamptz` from milliseconds. */
export function instant<Row, Sent extends number | null>(
  read: (row: Row) => Sent,
): Column<Row, Nullable<Sent, Date>> {
  return {
    type: 'timestamptz',
    read: (row) => {
      const ms: number | null = read(row)
      // Its text is cached: the rows of a group have one instant.
      return ms === null ? null : isoTime(ms)
    },
  }
}
