import { BinaryRows, type CopiedRows } from '../db/mod.ts'
import { arrivalOf } from './request-id.ts'
import type { LoggedRequest } from './request.ts'

/** PostgreSQL counts the microseconds of a timestamp from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000)
const MICROS_PER_MS = 1_000
const FIELDS = 14

const TRUE = Buffer.of(1)
const FALSE = Buffer.of(0)

export function copiedRequests(requests: readonly LoggedRequest[]): CopiedRows {
  const rows = new BinaryRows(FIELDS)
  for (const request of requests) {
    const { failed } = request
    const at = arrivalOf(request.requestId) ?? 0
    rows
      .row()
      .uuid(request.requestId)
      .int8((at - EPOCH_MS) * MICROS_PER_MS)
      .uuid(request.clientId)
      .bytes(request.isAuthenticated ? TRUE : FALSE)
      .bytes(text(request.method))
      .bytes(text(request.path))
      .int4(request.status)
      .bytes(text(request.code))
      .int8(request.micros)
      .bytes(text(request.address))
      .bytes(text(request.orderId))
      .bytes(text(failed?.check))
      .bytes(text(failed?.message))
      .bytes(text(failed?.stringToSign))
  }
  const into = `requests (
    request_id, at, client_id, is_authenticated, method, path, status, code, micros, address,
    order_id, failed_check, failure, string_to_sign)`
  return { into, rows }
}

function text(value: string | undefined): Buffer | undefined {
  return value === undefined ? undefined : Buffer.from(value)
}
