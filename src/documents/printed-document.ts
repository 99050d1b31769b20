/** A document as plain data: its final texts, in the order of reading. */
export interface PrintedDocument {
  readonly title: string
  /**
   * The number of the document. It is derived from the request, so the same request has the same
   * number.
   */
  readonly number: string
  /** Printed at the top if the document could be mistaken for something else. */
  readonly warning?: string
  readonly issuer: Party
  readonly recipient: Party
  /** The facts of the document, as names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly tables: readonly PrintedTable[]
  /** Sentences that follow the tables. */
  readonly notes: readonly string[]
  readonly printedAtMs: number
}

/** One party of a document: its role, its name, and further lines. */
export interface Party {
  readonly role: string
  readonly name: string
  readonly lines: readonly string[]
}

export interface PrintedTable {
  readonly title: string
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly (readonly string[])[]
  /** True if the last row is the result of the others. */
  readonly hasTotal?: boolean
}

export interface PrintedColumn {
  readonly label: string
  /** In parts of the width of the page. */
  readonly width: number
  /** Right aligned and never cut. */
  readonly isNumber?: boolean
}
