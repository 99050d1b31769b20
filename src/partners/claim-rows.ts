import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type Statement, type CredentialClaimsRow } from '../db/mod.ts'
import { issuerHolds, lockIssued, type Issuer } from '../policy/mod.ts'
import type { Permission } from './permissions.ts'

export interface NewClaimRow {
  readonly clientId: string
  readonly sealed: Buffer
  /** Undefined: there is no link, because the claim waits in the portal. */
  readonly linkHash: Buffer | undefined
  readonly issuer: Issuer
  readonly at: number
  readonly expiresAt: number
}

export function insertClaim(claim: NewClaimRow): Statement<never> {
  return insertRow<CredentialClaimsRow>('credential_claims', {
    client_id: claim.clientId,
    sealed: claim.sealed,
    link_hash: claim.linkHash,
    issuer_kind: claim.issuer.kind,
    issuer_id: claim.issuer.id,
    made_at: dateAt(claim.at),
    expires_at: dateAt(claim.expiresAt),
  })
}

export interface ClaimRow {
  client_id: string
  partner_id: number
  permissions: Permission[]
  sealed: Buffer
}

const UNCLAIMED = sql`
  select claim.client_id, credentials.partner_id, credentials.permissions, claim.sealed
  from credential_claims as claim join credentials using (client_id)
  where claim.sealed is not null and credentials.revoked_at is null`

/** Locks the claim, so that a concurrent request waits and then finds it claimed. */
export function claimOfPartner(
  { partnerId, clientId }: { readonly partnerId: number; readonly clientId: string },
  now: number,
): Statement<ClaimRow> {
  return sql`
    ${UNCLAIMED} and claim.client_id = ${clientId} and credentials.partner_id = ${partnerId}
      and claim.expires_at > ${dateAt(now)}
    for update of claim`
}

/**
 * Locks the claim of a link, the maker of the link, and the rows that the maker's permission
 * depends on.
 */
export function lockLink(linkHash: Buffer): Statement<unknown> {
  return lockIssued(sql`credential_claims where link_hash = ${linkHash}`)
}

/**
 * Returns the claim of a link. Returns no row if the maker of the link may no longer issue
 * credentials, because the maker may have a copy of the link. `lockLink` must come before.
 */
export function claimOfLink(linkHash: Buffer, now: number): Statement<ClaimRow> {
  return sql`
    ${UNCLAIMED} and claim.link_hash = ${linkHash} and claim.expires_at > ${dateAt(now)}
      and ${issuerHolds('credentials:write', now)}
    for update of claim`
}

export function setClaimed(clientId: string, by: string, at: number): Statement<never> {
  return sql`
    update credential_claims
    set sealed = null, link_hash = null, claimed_at = ${dateAt(at)}, claimed_by = ${by}
    where client_id = ${clientId}`
}

/** Deletes the waiting secrets of a revoked credential. */
export function dropClaim(clientId: string): Statement<never> {
  return sql`
    update credential_claims set sealed = null, link_hash = null
    where client_id = ${clientId} and sealed is not null`
}

export function dropExpiredClaims(now: number): Statement<never> {
  return sql`
    update credential_claims set sealed = null, link_hash = null
    where sealed is not null and expires_at <= ${dateAt(now)}`
}
