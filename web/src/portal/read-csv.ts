import { parse } from 'csv-parse/browser/esm/sync'
import { decimalsOf } from '../format/currency-decimals.ts'

/** A fault of a line of a file; without a line, of the whole file. */
export interface FileFault {
  readonly line: number | undefined
  readonly message: string
}

/** A record of a file, and the line on which it ends. */
export interface CsvLine {
  readonly record: readonly string[]
  readonly line: number
}

/** Characters that are parsed in one task. 32,000 take 25 ms, and a page must not stop for more. */
const PART_LENGTH = 32_000

/**
 * Yields the records of a file, the header first; at last undefined if the text is not CSV. A file
 * of 100,000 lines takes 4 s, so the page goes on between its parts.
 */
export async function* readCsv(text: string): AsyncGenerator<CsvLine | undefined, undefined> {
  let linesBefore = 0
  for (let begin = 0; begin < text.length;) {
    const end = endOfPart(text, begin)
    const part = text.slice(begin, end)
    const records = parsePart(part)
    if (!records) return yield undefined
    for (const { record, line } of records) yield { record, line: linesBefore + line }
    linesBefore += part.split('\n').length - 1
    begin = end
    await nextTask()
  }
}

/** Returns the end of a line that is not within quotes, after about `PART_LENGTH` characters. */
function endOfPart(text: string, begin: number): number {
  let isQuoted = false
  let counted = begin
  let end = begin + PART_LENGTH
  while (end < text.length) {
    end = text.indexOf('\n', end) + 1
    if (end === 0) return text.length
    // A quote within a quoted cell is written twice, so it changes nothing.
    if (quotesIn(text.slice(counted, end)) % 2 === 1) isQuoted = !isQuoted
    if (!isQuoted) return end
    counted = end
  }
  return text.length
}

function quotesIn(text: string): number {
  return text.split('"').length - 1
}

function parsePart(text: string): readonly CsvLine[] | undefined {
  const found: CsvLine[] = []
  try {
    parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // The option `info` would make an object of twelve members for each record.
      on_record: (record: string[], { lines }) => {
        found.push({ record, line: lines })
        return null
      },
    })
    return found
  } catch {
    return undefined
  }
}

/** Lets the page do what waits. Timers would wait up to 1 s in a window that is not seen. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true })
    port1.start()
    port2.postMessage(undefined)
  })
  port1.close()
}

/** Returns the values of a record by the columns of its file. */
export function valuesOf(
  columns: readonly string[],
  record: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map((name, at) => [name, (record[at] ?? '').trim()]))
}

/**
 * True for an amount in a file. It has a decimal point in every language, and no groups of digits.
 * False if it has more decimals than the currency: some people write a thousand as `1.000`.
 */
export function isAmount(text: string, currency: string): boolean {
  const match = /^\d{1,15}(?:\.(\d+))?$/.exec(text)
  return match !== null && (match[1] ?? '').length <= decimalsOf(currency)
}
