import type { Caller } from './caller.ts'
import type * as Api from './operations.ts'
import type { CallOptions } from './sender.ts'

/** What has become of a row: `status` and `body` are those of a single transaction. */
export interface CreatedRow extends Api.NewTransactionsResult {
  /** The place of the row among those given, from 0. */
  readonly index: number
  readonly row: Api.NewTransactionRow
}

export interface CreateManyOptions extends Pick<CallOptions, 'signal'> {
  /** The most rows of a request, up to 1,000: 500 if it is left out. */
  readonly rowsMax?: number
}

const ROWS_MAX = 500
/** Below the largest body, which is 1 MiB. */
const BYTES_MAX = 1_000_000
const BYTES_OF_UNIT_MAX = 3

/** Yields what has become of each row, in their order, request by request. */
export async function* createMany(
  caller: Caller,
  rows: Iterable<Api.NewTransactionRow> | AsyncIterable<Api.NewTransactionRow>,
  { rowsMax = ROWS_MAX, signal }: CreateManyOptions,
): AsyncGenerator<CreatedRow> {
  const options = signal ? { signal } : {}
  let index = 0
  for await (const transactions of splitRows(rows, rowsMax)) {
    const { results } = await caller.call('createTransactions', { body: { transactions } }, options)
    for (const [at, row] of transactions.entries()) {
      const result = results[at]
      if (!result) throw new TypeError(`the response has no result of row ${index}`)
      yield { ...result, index, row }
      index += 1
    }
  }
}

async function* splitRows(
  rows: Iterable<Api.NewTransactionRow> | AsyncIterable<Api.NewTransactionRow>,
  rowsMax: number,
): AsyncGenerator<Api.NewTransactionRow[]> {
  let part: Api.NewTransactionRow[] = []
  let bytes = 0
  for await (const row of rows) {
    if (!row.referenceId) throw new TypeError('referenceId is missing: store one for each row')
    const size = JSON.stringify(row).length * BYTES_OF_UNIT_MAX
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
