/**
 * Webhooks: endpoints of partners, and the delivery of events to them. Owns webhook_endpoints,
 * webhook_deliveries and webhook_attempts.
 */
export type { AttemptFilter } from './attempt-rows.ts'
export { listAttempts, sweepAttempts, type DeliveryAttempt } from './attempts.ts'
export { changeEndpoint, removeEndpoint, rotateSecret } from './change-endpoint.ts'
export { createEndpoint, type EndpointWithSecret } from './create-endpoint.ts'
export type { Act } from './endpoint-audit.ts'
export {
  formatEndpointId,
  parseEndpointId,
  type EndpointName,
  type WebhookEndpoint,
} from './endpoint.ts'
export { getEndpoint, listEndpoints, noSuchEndpoint } from './endpoints.ts'
export { isPublicAddress } from './public-address.ts'
export { replayEvents } from './replay.ts'
export { JITTER_SHARE, nextAttemptAt, RETRY_PAUSE_SECONDS } from './retry-schedule.ts'
export { sendTest, type TestResult } from './send-test.ts'
export { guardedConnector, WebhookSender } from './sender.ts'
export { checkUrl, type TargetRules } from './webhook-url.ts'
export { WebhookWorker } from './worker.ts'
