/** Which part of a list is wanted: pages count from 1. The caller has checked both. */
export interface PageRequest {
  readonly page: number
  readonly pageSize: number
}

/** One page and the number of rows of the whole list; past the end there are no rows. */
export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** How many rows precede the page; a page far past any end stays a whole number. */
export function offsetOf({ page, pageSize }: PageRequest): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
}
