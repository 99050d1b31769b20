import { firstIdAt } from './request-id.ts'
import type { LoggedRequest } from './request.ts'

export interface RequestFilter {
  /** Requests that named any of these credentials. */
  readonly clientIds?: readonly string[] | undefined
  /** Only responses of status 400 and above. */
  readonly isFailed?: boolean | undefined
  readonly fromMs?: number | undefined
  /** The end of the period, not included. */
  readonly beforeMs?: number | undefined
  /** Only requests before this one. */
  readonly after?: string | undefined
  readonly limit: number
}

/** 9999-12-31T23:59:59.999Z */
export const FOREVER_MS = 253_402_300_799_999
const FAILED = 400

/** Returns the range of ids that a filter selects. The second id is excluded. */
export function idRange({ fromMs = 0, beforeMs = FOREVER_MS, after }: RequestFilter): {
  readonly fromId: string
  readonly untilId: string
} {
  const fromId = firstIdAt(fromMs)
  const endId = firstIdAt(beforeMs)
  return { fromId, untilId: after !== undefined && after < endId ? after : endId }
}

/** Returns the test of a request that names a credential of the filter. */
export function isSelectedBy(filter: RequestFilter): (request: LoggedRequest) => boolean {
  const { fromId, untilId } = idRange(filter)
  return ({ requestId, status = 0 }) =>
    requestId >= fromId && requestId < untilId && (filter.isFailed !== true || status >= FAILED)
}
