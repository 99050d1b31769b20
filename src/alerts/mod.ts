/**
 * Alerts: what operators should act on. Raised once, counted while open. Owns alerts and
 * funds_levels.
 */
export type { Alert, AlertKind, NewAlert } from './alert.ts'
export { announceAlerts } from './announce.ts'
export { followAlerts, type AlertText } from './follow.ts'
export {
  ALERT_STATES,
  countOpenAlerts,
  listAlerts,
  openAlertsOf,
  type AlertRequest,
} from './list.ts'
export {
  lockRaised,
  raiseAlert,
  resolveAlert,
  resolveUnlessRaised,
  resolveUnseen,
} from './raise.ts'
export { closeAlert } from './close.ts'
export { DurabilityWatch } from './watch-durability.ts'
export { createFundsCheck, watchFunds } from './watch-funds.ts'
export { createInstantCheck, watchInstants } from './watch-instants.ts'
