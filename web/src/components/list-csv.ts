import { LongText } from './long-text.ts'

/** Rows with the same number of cells. */
interface RowsOfWidth {
  readonly width: number
  readonly text: LongText
}

/** Collects entries of a list as CSV. The columns are all fields that occur in any entry. */
export class ListCsv {
  readonly #fields: string[] = []
  readonly #rows: RowsOfWidth[] = []

  add(entries: readonly object[]): void {
    for (const name of entries.flatMap(Object.keys)) {
      if (!this.#fields.includes(name)) this.#fields.push(name)
    }
    const rows = entries.map((entry) => {
      const values = new Map<string, unknown>(Object.entries(entry))
      return `${this.#fields.map((name) => cellOf(values.get(name))).join(',')}\r\n`
    })
    this.#textOf(this.#fields.length).add(rows.join(''))
  }

  /** Returns the parts of the file. Rows added before a field first occurred have it empty. */
  async parts(): Promise<BlobPart[]> {
    const width = this.#fields.length
    const parts: BlobPart[] = [`${this.#fields.map(cellOf).join(',')}\r\n`]
    for (const { width: cells, text } of this.#rows) {
      for (const part of text.parts()) {
        parts.push(cells === width ? part : new Blob([widened(await part.text(), width - cells)]))
      }
    }
    return parts
  }

  #textOf(width: number): LongText {
    const last = this.#rows.at(-1)
    if (last?.width === width) return last.text
    const text = new LongText()
    this.#rows.push({ width, text })
    return text
  }
}

/** Lines also end within quotes. */
const QUOTED_OR_END = /"[^"]*"|\r\n/g

/** Returns rows with further cells, which are empty. */
function widened(rows: string, cells: number): string {
  const end = `${','.repeat(cells)}\r\n`
  return rows.replaceAll(QUOTED_OR_END, (found) => (found === '\r\n' ? end : found))
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
