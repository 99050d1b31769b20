import pg from 'pg'
import type { BinaryRows } from './binary-rows.ts'

/** Rows of a table, to be written by COPY. */
export interface CopiedRows {
  /** The table, and in brackets the columns that the fields of a row stand for. */
  readonly into: string
  readonly rows: BinaryRows
}

/**
 * COPY with all of its rows behind it, before the server has said that it takes them: where it does
 * not, it passes over them, as the protocol has it.
 */
export class CopyIn extends pg.Query {
  override readonly submit: (connection: pg.Connection) => void

  constructor(
    { into, rows }: CopiedRows,
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    const text = `copy ${into} from stdin (format binary)`
    super({ text }, callback)
    this.submit = (connection) => {
      connection.query(text)
      for (const message of rows.end()) connection.stream.write(message)
    }
  }

  /** The driver would cancel it here. */
  handleCopyInResponse(): void {
    // All was sent.
  }
}
