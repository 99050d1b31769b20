/** A document as plain data: its texts are whole, and in the order of reading. */
export interface PrintedDocument {
  readonly title: string
  /** What the document is called by. It follows from what was asked for, so it stays. */
  readonly number: string
  /** Stands above everything else where the document must not be taken for more than it is. */
  readonly warning?: string
  readonly issuer: Party
  readonly recipient: Party
  /** What it is about, as names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly tables: readonly PrintedTable[]
  /** Sentences that follow the tables. */
  readonly notes: readonly string[]
  readonly printedAtMs: number
}

/** One side of a document: what it is called there, its name, and what else is known of it. */
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
