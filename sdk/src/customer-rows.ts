import type { Caller } from './caller.ts'
import type * as Api from './operations.ts'
import { sendRows, type CreateManyOptions, type Rows } from './split-rows.ts'

/** The result of a row: `status` and `body` are those of a request for this consumer alone. */
export interface CreatedCustomerRow extends Api.NewCustomersResult {
  /** The index of the row, from 0. */
  readonly index: number
  readonly row: Api.NewCustomer
}

/** Yields the result of each row, in sequence, request by request. */
export function createManyCustomers(
  caller: Caller,
  rows: Rows<Api.NewCustomer>,
  options: CreateManyOptions,
): AsyncGenerator<CreatedCustomerRow> {
  return sendRows(
    rows,
    (customers, call) => caller.call('createCustomers', { body: { customers } }, call),
    options,
  )
}
