/**
 * Partners, their credentials, their deposits and reversals. Owns partners, credentials,
 * credential_uses, credential_claims, request_nonces and funds_notices.
 */
export { setCreditLimit } from './credit-limits.ts'
export {
  claimByLink,
  claimCredential,
  nothingWaits,
  handOver,
  maySeeSecrets,
  type Claim,
  type ClaimedCredential,
  type HandedOver,
} from './credential-claims.ts'
export { lockUnrevoked, unrevoked, type SigningRow } from './credential-rows.ts'
export {
  makeSecrets,
  sealSecrets,
  type CredentialSecrets,
  type SealedSecrets,
} from './credential-secrets.ts'
export { createCredentialStore } from './credential-store.ts'
export type { CachedCredential, CredentialStore, KnownCredential } from './credential-store.ts'
export { CredentialUses } from './credential-uses.ts'
export {
  CREDENTIAL_STATES,
  credentialState,
  listCredentials,
  revokeCredential,
} from './credentials.ts'
export { guardCredential, type GuardChange } from './guard-credential.ts'
export type { Credential, CredentialAct, CredentialState } from './credentials.ts'
export { changeFundsNotices, listFundsNotices, type FundsNotices } from './funds-notices.ts'
export { deposit, reverse, type FundsMoved, type NewDeposit, type NewReversal } from './funding.ts'
export {
  ACTIVE_CREDENTIALS_MAX,
  issueCredential,
  rotateCredential,
  type IssuedCredential,
  type NewCredential,
  type RotatedCredential,
  type Rotation,
} from './issue-credential.ts'
export { LivePartners } from './live-partners.ts'
export { claimRulesOf, isOfLivePartner, setClaimRules, setClaimsChecked } from './partner-rows.ts'
export { PARTNER_STATUSES, type Partner, type PartnerStatus } from './partner.ts'
export {
  createPartner,
  getPartner,
  findTestPartner,
  hasPartner,
  listPartners,
  openTestPartner,
  lockPartner,
  lockOrderTerms,
  RATE_LIMIT_MAX,
  updatePartner,
  type NewPartner,
  type OrderTerms,
  type PartnerChange,
} from './partners.ts'
export { changeSecondFactorRule } from './second-factor-rule.ts'
export { changeWalletSettings, getWalletSettings } from './wallet-settings.ts'
export type { Nonce } from './nonce-rows.ts'
export { spendNonce, sweepNonces } from './nonces.ts'
export { setSpendLimit } from './spend-limits.ts'
export { issuerPermissions, PERMISSIONS, type Permission } from './permissions.ts'
export {
  listCreditLimits,
  listSpendLimits,
  partnerFunds,
  type CurrencyFunds,
  type SpendLimit,
} from '../ledger/mod.ts'
