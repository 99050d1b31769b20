import { BinaryRows, type CopiedRows } from '../db/mod.ts'
import { startOfDay } from './days.ts'
import { timeOf } from './request-id.ts'
import type { LoggedRequest } from './request.ts'

/** PostgreSQL counts the microseconds of a timestamp from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000)
const MICROS_PER_MS = 1_000
const FIELDS = 17
/** A small COPY, so that sending it does not hold up the requests of its time. */
const SIZE_MAX = 1_000

/**
 * Requests that are stored by one COPY. Each is encoded when it is added: as an object it would
 * outlive the garbage collections of the young, which costs more than its encoding.
 */
export class RequestBatch {
  readonly #rows = new BinaryRows(FIELDS)
  readonly #days = new Set<number>()
  #size = 0
  #isSent = false

  /** True if requests can be added. */
  get isOpen(): boolean {
    return !this.#isSent && this.#size < SIZE_MAX
  }

  get size(): number {
    return this.#size
  }

  /** The first instants of the days of these requests. */
  get days(): ReadonlySet<number> {
    return this.#days
  }

  add(request: LoggedRequest): void {
    const { failed } = request
    const at = timeOf(request.requestId)
    this.#size += 1
    this.#days.add(startOfDay(at))
    this.#rows
      .row()
      .uuid(request.requestId)
      .int8((at - EPOCH_MS) * MICROS_PER_MS)
      .uuid(request.clientId)
      .boolean(request.isAuthenticated)
      .text(request.method)
      .text(request.path)
      .int4(request.status)
      .text(request.code)
      .int8(request.micros)
      .text(request.address)
      .text(request.orderId)
      .text(failed?.check)
      .text(failed?.message)
      .text(failed?.stringToSign)
      .text(request.callerRequestId)
      .int4(request.codesShown)
      .int4(request.userId)
  }

  /** Nothing can be added after it. May be called again if the COPY failed. */
  copied(): CopiedRows {
    this.#isSent = true
    const into = `requests (
      request_id, at, client_id, is_authenticated, method, path, status, code, micros, address,
      order_id, failed_check, failure, string_to_sign, caller_request_id,
      codes_shown, user_id)`
    return { into, rows: this.#rows }
  }
}
