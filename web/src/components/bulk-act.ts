import type { Input, OperationId } from '../api/client.ts'
import type { Field } from './act-fields.ts'

/** An act that can be done to several rows of a list, each by a request of its own. */
export interface BulkAct<Row> {
  readonly operation: OperationId
  readonly label: string
  /** Says what will happen to each row. */
  readonly text: string
  readonly isDangerous?: boolean
  /** True if a row leaves the list after the act. It stays until the dialog is closed. */
  readonly isLeaving?: boolean
  /** The fields that are entered once for all rows, such as the reason. */
  readonly fields: readonly Field[]
  /** False for a row that does not allow the act. */
  isFor?(row: Row): boolean
  /** Returns the result to expect for all these rows. */
  outlook?(rows: readonly Row[]): string
  nameOf(row: Row): string
  /** Returns what a person should know of an act that was done, from its response. */
  noteOf?(response: unknown): string | undefined
  inputOf(row: Row): Pick<Input<OperationId>, 'path' | 'body'>
}
