/**
 * Partners, the credentials they sign with, the deposits behind their funds, and the audit of what
 * the operator did. Owns partners, credentials and audit_entries.
 */
export {
  listAudit,
  recordAudit,
  recordAudits,
  type AuditEntry,
  type AuditRequest,
  type AuditValue,
  type StoredAuditEntry,
} from './audit.ts'
export { createCredentialStore } from './credential-store.ts'
export type { CachedCredential, CredentialStore, KnownCredential } from './credential-store.ts'
export { credentialState, listCredentials, revokeCredential } from './credentials.ts'
export type { Credential, CredentialAct, CredentialState } from './credentials.ts'
export { deposit, reverse, type FundsMoved, type NewDeposit, type NewReversal } from './funding.ts'
export {
  ACTIVE_CREDENTIALS_MAX,
  issueCredential,
  OVERLAP_SECONDS_MAX,
  rotateCredential,
  type IssuedCredential,
  type NewCredential,
  type RotatedCredential,
  type Rotation,
} from './issue-credential.ts'
export {
  createPartner,
  getPartner,
  listPartners,
  PARTNER_STATUSES,
  RATE_LIMIT_MAX,
  updatePartner,
  type NewPartner,
  type Partner,
  type PartnerChange,
  type PartnerStatus,
} from './partners.ts'
export { PERMISSIONS, type Permission } from './permissions.ts'
export { partnerFunds, type CurrencyFunds } from '../ledger/mod.ts'
