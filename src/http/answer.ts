import { isoTime, offsetOf, type PageRequest } from '../core/mod.ts'
import type { Chunks } from './send-stream.ts'

/** What a route answers: JSON, ready bytes with their content type, or a stream of them. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | Buffer | Chunks | undefined
}

export function ok(body: object): Answer {
  return { status: 200, body }
}

/** Work that goes on after the response. */
export function accepted(body: object): Answer {
  return { status: 202, body }
}

export function created(body: object): Answer {
  return { status: 201, body }
}

/** A write that answers what an earlier request with the same key was answered. */
export function replayed(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
}

export interface PageOf extends PageRequest {
  readonly totalRecords: number
}

/** A list of /v2 or of the operator, and where in it the page stands. */
export function paged(data: readonly object[], of: PageOf): object {
  return { data, meta: { pagination: pagination(of) } }
}

/** As `paged`, of a list that is there as a whole; only what the page has is made an entry. */
export function pageOf<Row>(
  all: readonly Row[],
  { page, pageSize }: PageRequest,
  entryOf: (row: Row) => object,
): object {
  const first = offsetOf({ page, pageSize })
  const rows = all.slice(first, first + pageSize)
  return paged(
    rows.map((row) => entryOf(row)),
    { page, pageSize, totalRecords: all.length },
  )
}

export function pagination({ page, pageSize, totalRecords }: PageOf): object {
  const totalPages = Math.ceil(totalRecords / pageSize)
  return { page, pageSize, totalRecords, totalPages, hasNext: page < totalPages }
}

/** A datetime of the wire, left out where there is none. */
export function optionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : isoTime(ms)
}
