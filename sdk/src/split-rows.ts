import type { CallOptions } from './sender.ts'

export interface CreateManyOptions extends Pick<CallOptions, 'signal'> {
  /** The most rows of a request, up to 1,000: 500 if it is left out, for links 1,000. */
  readonly rowsMax?: number
}

/** Any number of rows, which need not all be in memory at once. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

const ROWS_MAX = 500
/** Below the largest body, which is 1 MiB. */
const BYTES_MAX = 1_000_000
/** A UTF-16 code unit has at most three bytes in UTF-8. */
const BYTES_OF_CODE_UNIT_MAX = 3

/**
 * Sends rows in requests of up to `rowsMax`, and yields the result of each row, with the row and
 * its index, from 0.
 */
export async function* sendRows<Row, Result>(
  rows: Rows<Row>,
  send: (part: Row[], options: CallOptions) => Promise<{ readonly results: readonly Result[] }>,
  { rowsMax = ROWS_MAX, signal }: CreateManyOptions,
): AsyncGenerator<Result & { readonly index: number; readonly row: Row }> {
  const options = signal ? { signal } : {}
  let index = 0
  for await (const part of splitRows(rows, rowsMax)) {
    const { results } = await send(part, options)
    for (const [at, row] of part.entries()) {
      const result = results[at]
      if (!result) throw new TypeError(`the response has no result of row ${index}`)
      yield { ...result, index, row }
      index += 1
    }
  }
}

async function* splitRows<Row>(rows: Rows<Row>, rowsMax: number): AsyncGenerator<Row[]> {
  let part: Row[] = []
  let bytes = 0
  for await (const row of rows) {
    const size = JSON.stringify(row).length * BYTES_OF_CODE_UNIT_MAX
    if (part.length >= rowsMax || (part.length > 0 && bytes + size > BYTES_MAX)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0) yield part
}
