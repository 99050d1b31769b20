/**
 * Alerts: problems that operators should act on. Raised once, counted while open. Owns alerts,
 * alert_deliveries and funds_levels.
 */
export { ALERT_KINDS, SEVERITIES, type Alert, type AlertKind, type NewAlert } from './alert.ts'
export { announceAlerts } from './announce.ts'
export { deliverAlerts, type UnsentAlert } from './deliver.ts'
export type { AlertChannel, AlertNotice, NoticeOutcome } from './delivery.ts'
export { createMailChannel } from './mail-channel.ts'
export { createWebhookChannel } from './webhook-channel.ts'
export { followAlerts, type AlertText } from './follow.ts'
export {
  ALERT_SORTS,
  ALERT_STATES,
  countOpenAlerts,
  listAlerts,
  openAlertsOf,
  type AlertRequest,
  type ListedAlert,
} from './list.ts'
export {
  raiseAlert,
  resolveAlert,
  resolveFormer,
  resolveUnlessRaised,
  resolveUnseen,
} from './raise.ts'
export { closeAlert } from './close.ts'
export { checkArchive } from './watch-archive.ts'
export { createAuditCheck } from './watch-audit.ts'
export { DiskWatch } from './watch-disk.ts'
export { DurabilityWatch } from './watch-durability.ts'
export { createFundsCheck, readFundsLeft, readRunway, type FundsLeft } from './watch-funds.ts'
export { createInstantCheck } from './watch-instants.ts'
export { checkReplication } from './watch-replication.ts'
