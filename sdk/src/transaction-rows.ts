import type { Caller } from './caller.ts'
import type * as Api from './operations.ts'
import { sendRows, type CreateManyOptions, type Rows } from './split-rows.ts'

/** The result of a row: `status` and `body` are those of a request for this transaction alone. */
export interface CreatedRow extends Api.NewTransactionsResult {
  /** The index of the row, from 0. */
  readonly index: number
  readonly row: Api.NewTransactionRow
}

/** Yields the result of each row, in sequence, request by request. */
export function createMany(
  caller: Caller,
  rows: Rows<Api.NewTransactionRow>,
  options: CreateManyOptions,
): AsyncGenerator<CreatedRow> {
  return sendRows(
    keyedRows(rows),
    (transactions, call) => caller.call('createTransactions', { body: { transactions } }, call),
    options,
  )
}

async function* keyedRows(rows: Rows<Api.NewTransactionRow>) {
  for await (const row of rows) {
    if (!row.referenceId) throw new TypeError('referenceId is missing: store one for each row')
    yield row
  }
}
