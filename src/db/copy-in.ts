import pg from 'pg'
import type { BinaryRows } from './binary-rows.ts'

/** Rows of a table that COPY writes. */
export interface CopiedRows {
  /** The table, with the columns of the fields in brackets. */
  readonly into: string
  readonly rows: BinaryRows
}

/**
 * Sends COPY and all its rows before the server has accepted it. If the server refuses it, the
 * server skips the rows, as the protocol defines.
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

  /** The driver would cancel the COPY here. */
  handleCopyInResponse(): void {
    // Everything is sent already.
  }
}
