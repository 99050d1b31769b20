import { dateAt, parseOrderId } from '../core/mod.ts'
import { maybeRow, sql, type Db, type RequestsRow, type Statement } from '../db/mod.ts'
import { arrivalOf, firstIdAt, readCallerRequestId } from './request-id.ts'
import type { LoggedRequest, FailedCheck } from './request.ts'

/** A request as it was stored, with the partner of its credential if there is such a one. */
export interface StoredRequest extends LoggedRequest {
  readonly atMs: number
  readonly partnerId: number | undefined
  /** The address of the user who sent it. */
  readonly user: string | undefined
}

export interface RequestFilter {
  /** Requests that named any of these credentials. */
  readonly clientIds?: readonly string[] | undefined
  /** Only responses of status 400 and above. */
  readonly isFailed?: boolean | undefined
  readonly fromMs?: number | undefined
  /** Not included. */
  readonly beforeMs?: number | undefined
  /** Only requests before this one. */
  readonly after?: string | undefined
  readonly limit: number
}

/** 9999-12-31T23:59:59.999Z */
const FOREVER_MS = 253_402_300_799_999

/** Returns logged requests, newest first. */
export async function listRequests(db: Db, filter: RequestFilter): Promise<StoredRequest[]> {
  return (await db.rows(newestRequests(filter))).map(toRequest)
}

/** Requests with one caller's id that are returned. */
const SAME_ID_MAX = 20

/**
 * Returns the request that a response's `x-request-id` names; or, newest first, the requests whose
 * caller chose it. Our own id comes first: no caller can hide a request behind its id.
 */
export async function findRequests(db: Db, requestId: string): Promise<StoredRequest[]> {
  const at = arrivalOf(requestId)
  const row = at === undefined ? undefined : await maybeRow(db, requestById(requestId, at))
  if (row) return [toRequest(row)]
  if (readCallerRequestId(requestId) === undefined) return []
  return (await db.rows(requestsOfCallerId(requestId))).map(toRequest)
}

/** Requests about one order that are searched, which bounds what a partner that polls costs. */
const SEARCHED_MAX = 1_000
const CREATIONS_MAX = 20
/** Requests of an order that returned codes and are listed. */
export const DOWNLOADS_MAX = 100

/** Returns the requests that made an order or repeated its creation, newest first. */
export async function listCreations(db: Db, orderId: string): Promise<StoredRequest[]> {
  return (await db.rows(creationsOf(orderId))).map(toRequest)
}

/** Returns the requests that returned codes of an order, or links to them, newest first. */
export async function listDownloads(db: Db, orderId: string): Promise<StoredRequest[]> {
  return (await db.rows(downloadsOf(orderId))).map(toRequest)
}

interface Row extends RequestsRow {
  partner_id: number | null
  user_email: string | null
}

const WITH_SENDER = sql`
  select found.*, known.partner_id, users.email as user_email
  from found left join credentials known on known.client_id = found.client_id
  left join users on users.user_id = found.user_id`

/** An order is made before its codes are shown, so its first requests have its creation. */
export function creationsOf(orderId: string): Statement<Row> {
  return sql`
    with about as (
      select * from requests where order_id = ${orderId}
      order by request_id limit ${SEARCHED_MAX}
    ), found as (
      select * from about where codes_shown is null
      order by request_id desc limit ${CREATIONS_MAX}
    ) ${WITH_SENDER} order by found.request_id desc`
}

export function downloadsOf(orderId: string): Statement<Row> {
  return sql`
    with about as (
      select * from requests where order_id = ${orderId}
      order by request_id desc limit ${SEARCHED_MAX}
    ), found as (
      select * from about where codes_shown is not null
      order by request_id desc limit ${DOWNLOADS_MAX}
    ) ${WITH_SENDER} order by found.request_id desc`
}

export function requestById(requestId: string, atMs: number): Statement<Row> {
  return sql`
    with found as (
      select * from requests where request_id = ${requestId} and at = ${dateAt(atMs)}
    ) ${WITH_SENDER}`
}

export function requestsOfCallerId(callerRequestId: string): Statement<Row> {
  return sql`
    with found as (
      select * from requests where caller_request_id = ${callerRequestId}
      order by request_id desc limit ${SAME_ID_MAX}
    ) ${WITH_SENDER} order by found.request_id desc`
}

/**
 * Reads each credential's requests from the end of its own range of the index, because the newest
 * of several credentials are not range of it.
 */
export function newestRequests(filter: RequestFilter): Statement<Row> {
  const { clientIds, limit } = filter
  const found =
    clientIds === undefined
      ? newest(filter, sql``)
      : sql`
        select own.* from unnest(${clientIds}::uuid[]) as named (client_id)
        cross join lateral (${newest(filter, sql`and client_id = named.client_id`)}) as own
        order by own.request_id desc limit ${limit}`
  return sql`with found as (${found}) ${WITH_SENDER} order by found.request_id desc`
}

function newest(filter: RequestFilter, condition: Statement<unknown>): Statement<unknown> {
  const { isFailed = false, fromMs = 0, beforeMs = FOREVER_MS, after, limit } = filter
  const untilId = after === undefined ? sql`` : sql`and request_id < ${after}`
  return sql`
    select * from requests
    where at >= ${dateAt(fromMs)} and at < ${dateAt(beforeMs)}
      and request_id >= ${firstIdAt(fromMs)} and request_id < ${firstIdAt(beforeMs)}
      ${untilId} ${condition} ${isFailed ? sql`and status >= 400` : sql``}
    order by request_id desc limit ${limit}`
}

function toRequest(row: Row): StoredRequest {
  return {
    requestId: row.request_id,
    callerRequestId: row.caller_request_id ?? undefined,
    atMs: row.at.getTime(),
    partnerId: row.partner_id ?? parseOrderId(row.order_id ?? '')?.partnerId,
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
    userId: row.user_id ?? undefined,
    user: row.user_email ?? undefined,
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
