/** The page of a list that is requested, counted from 1. The caller has checked both numbers. */
export interface PageRequest {
  readonly page: number
  readonly pageSize: number
}

/** One page, and the number of rows of the whole list. A page past the end is empty. */
export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** Returns the number of rows before the page. */
export function offsetOf({ page, pageSize }: PageRequest): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
}
