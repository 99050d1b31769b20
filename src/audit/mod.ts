/**
 * The audit log, a chain of hashes that reveals later changes; idempotency keys of operators. Owns
 * audit_entries, audit_outbox, audit_days, audit_links, audit_signing_key, audit_checks,
 * approved_acts, operator_writes and value_out_days.
 */
export {
  credentialActor,
  loggedActor,
  systemActor,
  type ActApproval,
  type Actor,
  type ActorKind,
  type OperatorActor,
} from './actor.ts'
export { isAttemptOver } from './approved-act-rows.ts'
export { checkNextDays, readLastCheck, type LastAuditCheck } from './background-check.ts'
export { parseHeadName } from './chain.ts'
export type { ChainFault } from './check-chain.ts'
export type { AuditEntry, AuditValue, StoredAuditEntry } from './audit-entry.ts'
export { listAudit, recordAudit, recordAudits } from './audit.ts'
export {
  currentWrite,
  findEarlierWrite,
  isKeyTaken,
  recordResponse,
  withOperatorWrite,
  type EarlierWrite,
  type OperatorWrite,
} from './operator-write.ts'
export { sealEntries, startSealing } from './seal-entries.ts'
export { needsApproval, removeOldDays } from './value-out-rows.ts'
export { gatedActor } from './value-gate.ts'
export {
  valueOfRaise,
  type ApprovalAmounts,
  type GateSettings,
  type ValueGate,
  type ValueOut,
} from './value-out.ts'
export {
  exportAudit,
  verifyAudit,
  type AuditVerification,
  type ChainReader,
  type DayRange,
} from './verify-audit.ts'
