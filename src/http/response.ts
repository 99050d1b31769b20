import { isoTime, offsetOf, type PageRequest } from '../core/mod.ts'
import type { Sort } from '../db/mod.ts'
import type { Chunks } from './responses/send-stream.ts'
import { sorted, type SortValue } from './queries/sorted.ts'

/** The response of a route: JSON, bytes with their content type, or a stream. */
export interface RouteResponse<Body = object> {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body: Body | Buffer | Chunks | undefined
  /** The order that was created or replayed, for the request log. */
  readonly orderId?: string
  /** The codes that are shown, for the request log. */
  readonly shown?: ShownCodes
}

/** The number of codes of an order that a response shows: 0 for a link to them. */
export interface ShownCodes {
  readonly orderId: string
  readonly codes: number
}

export function ok<const Body extends object>(body: Body): RouteResponse<Body> {
  return { status: 200, body }
}

/** Returns a 200 whose body is JSON already. */
export function okJson(json: string): RouteResponse<never> {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { status: 200, headers, body: Buffer.from(json) }
}

/** Returns a 202: the work continues after the response. */
export function accepted<const Body extends object>(body: Body): RouteResponse<Body> {
  return { status: 202, body }
}

export function created<const Body extends object>(body: Body): RouteResponse<Body> {
  return { status: 201, body }
}

/** Marks the response as a replay of an earlier request with the same key. */
export function replayed<Body>(response: RouteResponse<Body>): RouteResponse<Body> {
  return { ...response, headers: { ...response.headers, 'idempotent-replayed': 'true' } }
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it has no fields
type Nothing = Readonly<Record<never, never>>

export interface PageOf extends PageRequest {
  readonly totalRecords: number
}

/** Returns a page of a list of /v2 or /admin/v1, with its pagination. */
export function paged<Entry, About extends object = Nothing>(
  data: readonly Entry[],
  page: PageOf,
  about = {} as About,
) {
  return { data, meta: { pagination: pagination(page), ...about } }
}

/**
 * Splits rows that were read with one more than the page size. Returns the rows of the page and, if
 * more follow, its last row, after which the next page continues.
 */
export function splitPage<Row>(
  rows: readonly Row[],
  pageSize: number,
): { readonly page: readonly Row[]; readonly last: Row | undefined } {
  const page = rows.slice(0, pageSize)
  return { page, last: rows.length > pageSize ? page.at(-1) : undefined }
}

/** Returns a page of a list that is continued with `after`, which the last page does not have. */
export function continued<Entry>(
  data: readonly Entry[],
  { pageSize, after }: { readonly pageSize: number; readonly after: string | undefined },
) {
  return { data, meta: { pagination: { pageSize, hasNext: after !== undefined, after } } }
}

/** Returns one page of a list that is in memory. Only the rows of the page are converted. */
export function pageOf<Row, Entry>(
  all: readonly Row[],
  { page, pageSize }: PageRequest,
  entryOf: (row: Row) => Entry,
) {
  const first = offsetOf({ page, pageSize })
  const rows = all.slice(first, first + pageSize)
  return paged(
    rows.map((row) => entryOf(row)),
    { page, pageSize, totalRecords: all.length },
  )
}

/** Returns one page of a list that is in memory, sorted by a field of its entries. */
export function sortedPageOf<
  Row,
  Name extends string,
  Entry extends { readonly [Field in Name]?: SortValue },
>(
  all: readonly Row[],
  { sort, ...page }: PageRequest & { readonly sort: Sort<Name> | undefined },
  entryOf: (row: Row) => Entry,
) {
  const entries = sorted(
    all.map((row) => entryOf(row)),
    sort,
    (entry, name: Name) => entry[name],
  )
  return pageOf(entries, page, (entry) => entry)
}

export function pagination({ page, pageSize, totalRecords }: PageOf) {
  const totalPages = Math.ceil(totalRecords / pageSize)
  return { page, pageSize, totalRecords, totalPages, hasNext: page < totalPages }
}

/** Returns an ISO 8601 time, or undefined, which leaves the field out. */
export function optionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : isoTime(ms)
}
