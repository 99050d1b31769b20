/** A page of rows, and the number of cells of each row. */
interface PageOfRows {
  readonly width: number
  readonly rows: readonly string[]
}

/** Collects entries of a list as CSV. The columns are all fields that occur in any entry. */
export class ListCsv {
  readonly #fields: string[] = []
  readonly #pages: PageOfRows[] = []

  add(entries: readonly object[]): void {
    for (const name of entries.flatMap(Object.keys)) {
      if (!this.#fields.includes(name)) this.#fields.push(name)
    }
    const rows = entries.map((entry) => {
      const values = new Map<string, unknown>(Object.entries(entry))
      return this.#fields.map((name) => cellOf(values.get(name))).join(',')
    })
    this.#pages.push({ width: this.#fields.length, rows })
  }

  /** Returns the parts of the file. Rows added before a field first occurred have it empty. */
  parts(): string[] {
    const width = this.#fields.length
    const head = `${this.#fields.map(cellOf).join(',')}\r\n`
    const pages = this.#pages.map(({ width: cells, rows }) =>
      rows.map((row) => `${row}${','.repeat(width - cells)}\r\n`).join(''),
    )
    return [head, ...pages]
  }
}

/** The characters with which a spreadsheet begins a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cellOf(value: unknown): string {
  const text = textOf(value)
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
