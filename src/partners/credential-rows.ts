import { dateAt, dateOrNull } from '../core/mod.ts'
import { insertRow, sql, type Statement, type CredentialsRow } from '../db/mod.ts'
import type { SealedSecrets } from './credential-secrets.ts'
import type { PartnerStatus } from './partner.ts'
import type { Permission } from './permissions.ts'

/** A stored credential without its secrets. */
export interface CredentialRow {
  client_id: string
  partner_id: number
  label: string | null
  permissions: Permission[]
  requires_signature_v2: boolean
  allowed_addresses: string[] | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  last_failed_at: Date | null
  last_failure: string | null
  last_failed_check: string | null
  claim_until: Date | null
}

/** The data with which a credential is issued. */
export interface Grant {
  readonly partnerId: number
  readonly label: string | undefined
  readonly permissions: readonly Permission[]
  readonly requiresSignatureV2: boolean
  readonly allowedAddresses: readonly string[] | undefined
  readonly createdAt: number
  readonly expiresAt: number | undefined
}

export interface CredentialToInsert extends SealedSecrets, Grant {
  readonly clientId: string
}

export function insertCredential(credential: CredentialToInsert): Statement<never> {
  const expiresAt = dateOrNull(credential.expiresAt)
  return insertRow<CredentialsRow>('credentials', {
    client_id: credential.clientId,
    partner_id: credential.partnerId,
    label: credential.label,
    api_key_hash: credential.apiKeyHash,
    hmac_secret_sealed: credential.hmacSecretSealed,
    permissions: credential.permissions,
    requires_signature_v2: credential.requiresSignatureV2,
    allowed_addresses: credential.allowedAddresses,
    created_at: dateAt(credential.createdAt),
    expires_at: expiresAt,
  })
}

const CREDENTIAL_COLUMNS = sql.raw(
  `credentials.client_id, partner_id, label, permissions, requires_signature_v2,
   allowed_addresses, created_at, credentials.expires_at, revoked_at, last_used_at,
   last_failed_at, last_failure, last_failed_check, claim.expires_at as claim_until
   from credentials left join credential_uses using (client_id)
   left join credential_claims as claim
     on claim.client_id = credentials.client_id and claim.sealed is not null`,
)

/** Oldest first. The client id breaks ties, so the order never changes. */
export function credentialsOfPartner(partnerId: number): Statement<CredentialRow> {
  return sql`
    select ${CREDENTIAL_COLUMNS} where partner_id = ${partnerId}
    order by created_at, credentials.client_id`
}

/**
 * Must run under the lock of the partner, because every write to its credentials takes that lock.
 */
export function credentialOfPartner(partnerId: number, clientId: string): Statement<CredentialRow> {
  return sql`
    select ${CREDENTIAL_COLUMNS}
    where credentials.client_id = ${clientId} and partner_id = ${partnerId}`
}

interface UnrevokedRow {
  client_id: string
  expires_at: Date | null
  permissions: Permission[]
}

/**
 * Returns a partner's unrevoked credentials, and locks them so that none is revoked until the
 * transaction ends.
 */
export function lockUnrevoked(
  partnerId: number,
  clientIds: readonly string[],
): Statement<UnrevokedRow> {
  return sql`${unrevoked(partnerId, clientIds)} order by client_id for share`
}

/** Returns a partner's unrevoked credentials, without a lock. */
export function unrevoked(
  partnerId: number,
  clientIds: readonly string[],
): Statement<UnrevokedRow> {
  return sql`
    select client_id, expires_at, permissions from credentials
    where partner_id = ${partnerId} and client_id = any(${clientIds}::uuid[])
      and revoked_at is null`
}

export function countActive(partnerId: number, now: number): Statement<{ active: bigint }> {
  return sql`
    select count(*) as active from credentials
    where partner_id = ${partnerId} and revoked_at is null
      and (expires_at is null or expires_at > ${dateAt(now)})`
}

export function setExpiry(clientId: string, expiresAt: number): Statement<never> {
  return sql`
    update credentials set expires_at = ${dateAt(expiresAt)} where client_id = ${clientId}`
}

export function setGuards(
  clientId: string,
  guards: { requiresSignatureV2: boolean; allowedAddresses: readonly string[] | undefined },
): Statement<never> {
  return sql`
    update credentials
    set requires_signature_v2 = ${guards.requiresSignatureV2},
        allowed_addresses = ${guards.allowedAddresses ?? null}
    where client_id = ${clientId}`
}

export function setRevoked(clientId: string, revokedAt: number): Statement<never> {
  return sql`
    update credentials set revoked_at = ${dateAt(revokedAt)} where client_id = ${clientId}`
}

/** The data with which a signature is checked. */
export interface SigningRow {
  client_id: string
  partner_id: number
  partner_name: string
  partner_status: PartnerStatus
  rate_limit: number | null
  is_test: boolean
  api_key_hash: Buffer
  hmac_secret_sealed: Buffer
  permissions: Permission[]
  requires_signature_v2: boolean
  allowed_addresses: string[] | null
  expires_at: Date | null
  revoked_at: Date | null
}

export function signingRows(clientIds: readonly string[]): Statement<SigningRow> {
  return sql`
    select credentials.client_id, credentials.partner_id, partner.name as partner_name,
           partner.status as partner_status, partner.rate_limit, partner.is_test,
           credentials.api_key_hash, credentials.hmac_secret_sealed, credentials.permissions,
           credentials.requires_signature_v2, credentials.allowed_addresses,
           credentials.expires_at, credentials.revoked_at
    from credentials cross join lateral (
      select name, status, rate_limit, test_of is not null as is_test from partners p
      where p.partner_id = credentials.partner_id
      offset 0) as partner
    where credentials.client_id = any(${clientIds}::uuid[])`
}
