/** Who did what, and writes that are done once. Owns audit_entries and operator_writes. */
export { credentialActor, systemActor, type Actor, type ActorKind } from './actor.ts'
export type { AuditEntry, AuditValue, StoredAuditEntry } from './audit-entry.ts'
export { listAudit, recordAudit, recordAudits, type AuditRequest } from './audit.ts'
export {
  findEarlierWrite,
  isKeyTaken,
  keepResponse,
  withOperatorWrite,
  type EarlierWrite,
  type OperatorWrite,
} from './operator-write.ts'
