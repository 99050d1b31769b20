/**
 * The log of signed requests of the last days. Owns request_blocks, partitioned by day, and
 * requests, the table of an earlier version.
 */
export { addDays, rotateDays } from './days.ts'
export {
  DOWNLOADS_MAX,
  findRequests,
  listCreations,
  listDownloads,
  listRequests,
} from './list-requests.ts'
export type { StoredRequest } from './senders.ts'
export { RequestLog } from './request-log.ts'
export { readCallerRequestId, requestIds } from './request-id.ts'
export type { FailedAuthentication, FailedCheck, LoggedRequest } from './request.ts'
