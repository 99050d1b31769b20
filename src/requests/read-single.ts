import { dateAt } from '../core/mod.ts'
import { sql, type RequestsRow, type Statement } from '../db/mod.ts'
import { FOREVER_MS, idRange, type RequestFilter } from './request-filter.ts'
import type { FailedCheck, LoggedRequest } from './request.ts'

/** Reads `requests`, the table of an earlier version. */
export function requestById(requestId: string, atMs: number): Statement<RequestsRow> {
  return sql`
    select * from requests where request_id = ${requestId} and at = ${dateAt(atMs)}`
}

export function requestsOfCallerId(callerRequestId: string, limit: number): Statement<RequestsRow> {
  return sql`
    select * from requests where caller_request_id = ${callerRequestId}
    order by request_id desc limit ${limit}`
}

/** Returns the first or the last requests about an order. */
export function requestsOfOrder(
  orderId: string,
  { isNewestFirst, limit }: { readonly isNewestFirst: boolean; readonly limit: number },
): Statement<RequestsRow> {
  return sql`
    select * from requests where order_id = ${orderId}
    order by request_id ${isNewestFirst ? sql`desc` : sql`asc`} limit ${limit}`
}

/**
 * Reads each credential's requests from the end of its own range of the index: the newest requests
 * of several credentials are not one range.
 */
export function newestRequests(filter: RequestFilter): Statement<RequestsRow> {
  const { clientIds, limit } = filter
  if (clientIds === undefined) return newest(filter, sql``)
  return sql`
    select own.* from unnest(${clientIds}::uuid[]) as named (client_id)
    cross join lateral (${newest(filter, sql`and client_id = named.client_id`)}) as own
    order by own.request_id desc limit ${limit}`
}

function newest(filter: RequestFilter, condition: Statement<unknown>): Statement<RequestsRow> {
  const { isFailed = false, fromMs = 0, beforeMs = FOREVER_MS, limit } = filter
  const { fromId, untilId } = idRange(filter)
  return sql`
    select * from requests
    where at >= ${dateAt(fromMs)} and at < ${dateAt(beforeMs)}
      and request_id >= ${fromId} and request_id < ${untilId}
      ${condition} ${isFailed ? sql`and status >= 400` : sql``}
    order by request_id desc limit ${limit}`
}

export function toRequest(row: RequestsRow): LoggedRequest {
  return {
    requestId: row.request_id,
    callerRequestId: row.caller_request_id ?? undefined,
    clientId: row.client_id ?? undefined,
    isAuthenticated: row.is_authenticated,
    method: row.method,
    path: row.path,
    status: row.status ?? undefined,
    code: row.code ?? undefined,
    micros: Number(row.micros),
    address: row.address,
    orderId: row.order_id ?? undefined,
    codesShown: row.codes_shown ?? undefined,
    rows: undefined,
    userId: row.user_id ?? undefined,
    failed:
      row.failed_check === null
        ? undefined
        : {
            check: row.failed_check as FailedCheck,
            message: row.failure ?? '',
            stringToSign: row.string_to_sign ?? undefined,
          },
  }
}
