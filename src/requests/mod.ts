/** The log of signed requests of the last days. Owns requests, of which each day is a partition. */
export { addDays, turnDays } from './days.ts'
export {
  DOWNLOADS_MAX,
  findRequests,
  listCreations,
  listDownloads,
  listRequests,
  type StoredRequest,
} from './list-requests.ts'
export { RequestLog } from './request-log.ts'
export { readCallerRequestId, requestIds } from './request-id.ts'
export type { FailedAuthentication, FailedCheck, LoggedRequest } from './request.ts'
