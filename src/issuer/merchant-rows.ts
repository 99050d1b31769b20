import { dateAt, dateOrNull } from '../core/mod.ts'
import { insertRow, sql, type Statement, type MerchantCredentialsRow } from '../db/mod.ts'
import type { SigningRow, SealedSecrets } from '../partners/mod.ts'

export interface MerchantRow {
  readonly merchant_id: number
  readonly name: string
  readonly status: MerchantStatus
  readonly created_at: Date
}

export const MERCHANT_STATUSES = ['ACTIVE', 'DISABLED'] as const
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number]

export function insertMerchant(name: string, nowMs: number): Statement<MerchantRow> {
  return sql`
    insert into merchants (name, status, created_at) values (${name}, 'ACTIVE', ${dateAt(nowMs)})
    returning merchant_id, name, status, created_at`
}

/** Returns all merchants, oldest first. */
export function allMerchants(): Statement<MerchantRow> {
  return sql`select merchant_id, name, status, created_at from merchants order by merchant_id`
}

export function merchantById(merchantId: number): Statement<MerchantRow> {
  return sql`
    select merchant_id, name, status, created_at from merchants where merchant_id = ${merchantId}`
}

export function lockMerchant(merchantId: number): Statement<MerchantRow> {
  return sql`${merchantById(merchantId)} for update`
}

export function setMerchantStatus(merchantId: number, status: MerchantStatus): Statement<never> {
  return sql`update merchants set status = ${status} where merchant_id = ${merchantId}`
}

export interface MerchantCredentialRow {
  readonly client_id: string
  readonly merchant_id: number
  readonly label: string | null
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const CREDENTIAL_COLUMNS = sql.raw(
  'client_id, merchant_id, label, created_at, expires_at, revoked_at',
)

export interface NewMerchantCredential extends SealedSecrets {
  readonly clientId: string
  readonly merchantId: number
  readonly label: string | undefined
  readonly createdMs: number
}

export function insertMerchantCredential(
  credential: NewMerchantCredential,
): Statement<MerchantCredentialRow> {
  const inserted = insertRow<MerchantCredentialsRow>('merchant_credentials', {
    client_id: credential.clientId,
    merchant_id: credential.merchantId,
    label: credential.label,
    api_key_hash: credential.apiKeyHash,
    hmac_secret_sealed: credential.hmacSecretSealed,
    created_at: dateAt(credential.createdMs),
  })
  return sql`
    ${inserted}
    returning ${CREDENTIAL_COLUMNS}`
}

/** Returns the credentials of a merchant, oldest first. */
export function credentialsOfMerchant(merchantId: number): Statement<MerchantCredentialRow> {
  return sql`
    select ${CREDENTIAL_COLUMNS} from merchant_credentials where merchant_id = ${merchantId}
    order by created_at, client_id`
}

/** Writes the end of a credential. Its merchant is locked. */
export function endMerchantCredential(
  clientId: string,
  ends: { readonly expiresMs: number | undefined; readonly revokedMs: number | undefined },
): Statement<never> {
  return sql`
    update merchant_credentials
    set expires_at = ${dateOrNull(ends.expiresMs)}, revoked_at = ${dateOrNull(ends.revokedMs)}
    where client_id = ${clientId}`
}

/**
 * Returns the credentials by which merchants' signatures are checked, as rows of partners'
 * credentials with the merchant in place of the partner. The credentials of a disabled merchant
 * count as revoked.
 */
export function merchantSigningRows(clientIds: readonly string[]): Statement<SigningRow> {
  return sql`
    select client_id, merchant_id as partner_id, name as partner_name, 'ACTIVE' as partner_status,
      null::integer as rate_limit, false as is_test, api_key_hash, hmac_secret_sealed,
      '{}'::text[] as permissions, false as requires_signature_v2,
      null::text[] as allowed_addresses, expires_at,
      case when status = 'ACTIVE' then revoked_at else merchant_credentials.created_at end
        as revoked_at
    from merchant_credentials join merchants using (merchant_id)
    where client_id = any(${clientIds}::uuid[])`
}
