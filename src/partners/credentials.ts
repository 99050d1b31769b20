import { recordAudit, type Actor } from '../audit/mod.ts'
import { checkLine, isUuid, REASON_LENGTH_MAX, type Clock, notFound } from '../core/mod.ts'
import { maybeRow, type Db, type Tx } from '../db/mod.ts'
import { dropClaim } from './claim-rows.ts'
import {
  credentialOfPartner,
  credentialsOfPartner,
  setRevoked,
  type CredentialRow,
} from './credential-rows.ts'
import type { Needs } from '../policy/mod.ts'
import type { Partner } from './partner.ts'
import { getPartner, lockPartner } from './partners.ts'
import { issuerPermissions, type Permission } from './permissions.ts'

export const CREDENTIAL_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export type CredentialState = (typeof CREDENTIAL_STATES)[number]

/** A credential as the operator sees it, without secrets. Instants are in milliseconds. */
export interface Credential {
  readonly clientId: string
  readonly label: string | undefined
  readonly permissions: readonly Permission[]
  readonly requiresSignatureV2: boolean
  /** Networks in CIDR notation. Undefined means every address. */
  readonly allowedAddresses: readonly string[] | undefined
  readonly state: CredentialState
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
  readonly lastUsedAt: number | undefined
  /** The time of the last refused request with its client id. */
  readonly lastFailedAt: number | undefined
  /** The reason for that refusal. */
  readonly lastFailure: string | undefined
  /** Which check of its authentication that request failed. */
  readonly lastFailedCheck: string | undefined
  /** The time until which the partner can claim its secrets; undefined if they do not wait. */
  readonly claimUntil: number | undefined
}

/** One credential of one partner, and who changes it and why. */
export interface CredentialAct {
  readonly partnerId: number
  readonly clientId: string
  readonly actor: Actor
  readonly reason?: string | undefined
}

/** Returns the state of a credential at `now`. */
export function credentialState(
  credential: { readonly expiresAt?: number | undefined; readonly revokedAt?: number | undefined },
  now: number,
): CredentialState {
  if (credential.revokedAt !== undefined) return 'REVOKED'
  return credential.expiresAt !== undefined && credential.expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

/** Returns the credentials of a partner, oldest first. Refuses not_found for an unknown partner. */
export async function listCredentials(
  db: Db,
  clock: Clock,
  partnerId: number,
): Promise<Credential[]> {
  await getPartner(db, partnerId)
  const now = clock.now()
  const rows = await db.rows(credentialsOfPartner(partnerId))
  return rows.map((row) => toCredential(row, now))
}

/**
 * Revokes a credential and returns it. Idempotent: a second call does not change the instant, but
 * records its own reason in the audit log. Applies at once in this process, and within a second in
 * others.
 *
 * Refuses, in this order:
 *   invalid_request   a reason that cannot be stored
 *   not_found         no such partner, or the credential is not its own
 */
export async function revokeCredential(
  tx: Tx,
  clock: Clock,
  act: CredentialAct,
): Promise<Credential> {
  if (act.reason !== undefined) checkLine('reason', act.reason, REASON_LENGTH_MAX)
  const now = clock.now()
  const { credential: before } = await lockCredential(tx, act, now)
  const isRevoked = before.state === 'REVOKED'
  if (isRevoked && act.reason === undefined) return before
  const after: Credential = isRevoked ? before : { ...before, state: 'REVOKED', revokedAt: now }
  if (!isRevoked) {
    await tx.rows(setRevoked(act.clientId, now))
    tx.write(dropClaim(act.clientId))
  }
  recordAudit(tx, {
    partnerId: act.partnerId,
    actor: act.actor,
    action: 'credential.revoke',
    target: credentialTarget(act.clientId),
    valueOut: 'none',
    reason: act.reason,
    before: { state: before.state },
    after: { state: after.state },
    at: now,
  })
  return after
}

/**
 * Returns a credential and its partner, both locked until `tx` ends, and the conditions that the
 * user who changes it must meet. Refuses not_found, also for a credential of another partner.
 */
export async function lockCredential(
  tx: Tx,
  { partnerId, clientId }: CredentialAct,
  now: number,
): Promise<LockedCredential> {
  const partner = await lockPartner(tx, partnerId)
  const row = isUuid(clientId)
    ? await maybeRow(tx, credentialOfPartner(partnerId, clientId))
    : undefined
  if (!row) throw notFound('credential')
  const credential = toCredential(row, now)
  return { credential, partner, needs: needsOf(credential, partner) }
}

interface LockedCredential {
  readonly credential: Credential
  readonly partner: Partner
  readonly needs: Needs | undefined
}

/**
 * Returns the conditions that a user of the partner must meet to get a credential, or to loosen it:
 * a live credential may have no permission that the user lacks.
 */
export function needsOf(
  { permissions }: { readonly permissions: readonly Permission[] },
  { testOf }: Partner,
): Needs | undefined {
  return testOf === undefined ? { partner: issuerPermissions(permissions) } : undefined
}

export function credentialTarget(clientId: string): string {
  return `credential:${clientId}`
}

function toCredential(row: CredentialRow, now: number): Credential {
  const expiresAt = row.expires_at?.getTime()
  const revokedAt = row.revoked_at?.getTime()
  const claimUntil = row.claim_until?.getTime()
  return {
    clientId: row.client_id,
    label: row.label ?? undefined,
    permissions: row.permissions,
    requiresSignatureV2: row.requires_signature_v2,
    allowedAddresses: row.allowed_addresses ?? undefined,
    state: credentialState({ expiresAt, revokedAt }, now),
    createdAt: row.created_at.getTime(),
    expiresAt,
    revokedAt,
    lastUsedAt: row.last_used_at?.getTime(),
    lastFailedAt: row.last_failed_at?.getTime(),
    lastFailure: row.last_failure ?? undefined,
    lastFailedCheck: row.last_failed_check ?? undefined,
    claimUntil: claimUntil !== undefined && claimUntil > now ? claimUntil : undefined,
  }
}
