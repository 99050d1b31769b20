import { recordAudit, type Actor, type AuditValue } from '../audit/mod.ts'
import {
  MS_PER_SECOND,
  checkLine,
  invalidField,
  isoTime,
  readOverlap,
  REASON_LENGTH_MAX,
  Refusal,
  type Clock,
} from '../core/mod.ts'
import { oneRow, type Tx } from '../db/mod.ts'
import { copySpendLimits } from '../ledger/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { checkNetworks } from './address-list.ts'
import { countActive, insertCredential, setExpiry, type Grant } from './credential-rows.ts'
import { makeSecrets, sealSecrets, type CredentialSecrets } from './credential-secrets.ts'
import { credentialTarget, lockCredential, needsOf, type CredentialAct } from './credentials.ts'
import type { Partner } from './partner.ts'
import { lockPartner } from './partners.ts'
import { choosePermissions, type Permission } from './permissions.ts'

/** A new credential with its secrets. Instants are in milliseconds. */
export interface IssuedCredential extends CredentialSecrets {
  readonly label: string | undefined
  readonly permissions: readonly Permission[]
  readonly requiresSignatureV2: boolean
  readonly allowedAddresses: readonly string[] | undefined
  readonly createdAt: number
  readonly expiresAt: number | undefined
}

export interface RotatedCredential extends IssuedCredential {
  /** The credential that it replaces, with the time at which that one expires. */
  readonly previous: { readonly clientId: string; readonly expiresAt: number }
}

export interface NewCredential {
  readonly partnerId: number
  readonly label?: string | undefined
  /** All permissions if absent. */
  readonly permissions?: readonly string[] | undefined
  /** Never if absent. */
  readonly expiresAt?: number | undefined
  /** Refuses requests without the second signature, which covers the path. False if absent. */
  readonly requireSignatureV2?: boolean | undefined
  /** Networks in CIDR notation. Every address if absent. */
  readonly allowedAddresses?: readonly string[] | undefined
  readonly actor: Actor
}

export interface Rotation extends CredentialAct {
  /** The time for which the old credential stays valid: 0..OVERLAP_SECONDS_MAX. */
  readonly overlapSeconds?: number | undefined
}

export interface Issuer {
  readonly vault: Vault
  readonly clock: Clock
}

/** The most active credentials of one partner. A rotated one counts until it expires. */
export const ACTIVE_CREDENTIALS_MAX = 20
const LABEL_LENGTH_MAX = 100

/**
 * Issues a credential. The HMAC key is the UTF-8 bytes of the `hmacSecret` text. Not idempotent:
 * each call issues another one.
 *
 * Refuses, in this order:
 *   invalid_request   a label that cannot be stored, no or unknown permissions, an expiry in
 *                     the past, an address that is not a network
 *   not_found         no such partner
 *   state_conflict    the partner has ACTIVE_CREDENTIALS_MAX active ones
 */
export async function issueCredential(
  tx: Tx,
  issuer: Issuer,
  input: NewCredential,
): Promise<IssuedCredential> {
  const now = issuer.clock.now()
  const grant = checkGrant(input, now)
  const partner = await lockPartner(tx, input.partnerId)
  const issued = await insertIssued(tx, issuer.vault, { grant, partner })
  recordAudit(tx, {
    partnerId: input.partnerId,
    actor: input.actor,
    action: 'credential.issue',
    target: credentialTarget(issued.clientId),
    needs: needsOf(grant, partner),
    valueOut: { kind: 'credentials' },
    after: auditable(issued),
    at: now,
  })
  return issued
}

/**
 * Replaces an active credential by one with the same permissions, restrictions, spend limits and
 * label. The old one ends after the overlap, or at its own expiry if that is earlier. The new one
 * does not expire. Not idempotent.
 *
 * Refuses, in this order:
 *   invalid_request   an overlap outside 0..OVERLAP_SECONDS_MAX, a reason that cannot be stored
 *   not_found         no such partner, or the credential is not its own
 *   state_conflict    the credential is revoked or expired, or the partner would have more than
 *                     ACTIVE_CREDENTIALS_MAX active ones during the overlap
 */
export async function rotateCredential(
  tx: Tx,
  issuer: Issuer,
  rotation: Rotation,
): Promise<RotatedCredential> {
  const overlapMs = readOverlap(rotation.overlapSeconds) * MS_PER_SECOND
  if (rotation.reason !== undefined) checkLine('reason', rotation.reason, REASON_LENGTH_MAX)
  const now = issuer.clock.now()
  const { credential: old, partner, needs } = await lockCredential(tx, rotation, now)
  if (old.state !== 'ACTIVE') {
    throw new Refusal('state_conflict', `the credential is ${old.state}`)
  }
  const previous = {
    clientId: old.clientId,
    expiresAt: Math.min(now + overlapMs, old.expiresAt ?? Infinity),
  }
  await tx.rows(setExpiry(previous.clientId, previous.expiresAt))
  const { partnerId } = rotation
  const { label, permissions, requiresSignatureV2, allowedAddresses } = old
  const guards = { requiresSignatureV2, allowedAddresses }
  const grant = { partnerId, label, permissions, ...guards, createdAt: now, expiresAt: undefined }
  const issued = await insertIssued(tx, issuer.vault, { grant, partner })
  await copySpendLimits(tx, partnerId, { from: previous.clientId, to: issued.clientId })
  recordAudit(tx, {
    partnerId,
    actor: rotation.actor,
    action: 'credential.rotate',
    target: credentialTarget(previous.clientId),
    valueOut: { kind: 'credentials' },
    reason: rotation.reason,
    needs,
    before: { expiresAt: instant(old.expiresAt) },
    after: { expiresAt: instant(previous.expiresAt), replacement: auditable(issued) },
    at: now,
  })
  return { ...issued, previous }
}

function checkGrant(input: NewCredential, now: number): Grant {
  const { partnerId, label, permissions, expiresAt, requireSignatureV2 = false } = input
  if (label !== undefined) checkLine('label', label, LABEL_LENGTH_MAX)
  const chosen = choosePermissions(permissions)
  if (expiresAt !== undefined && !(expiresAt > now)) {
    throw invalidField('expiresAt', 'must be in the future')
  }
  const allowedAddresses = input.allowedAddresses && checkNetworks(input.allowedAddresses)
  const guards = { requiresSignatureV2: requireSignatureV2, allowedAddresses }
  return { partnerId, label, permissions: chosen, ...guards, createdAt: now, expiresAt }
}

/** Runs under the partner's lock, so that the count of active credentials holds. */
async function insertIssued(
  tx: Tx,
  vault: Vault,
  { grant, partner }: { readonly grant: Grant; readonly partner: Partner },
): Promise<IssuedCredential> {
  const { active } = await oneRow(tx, countActive(grant.partnerId, grant.createdAt))
  if (active >= ACTIVE_CREDENTIALS_MAX) {
    throw new Refusal(
      'state_conflict',
      `the partner has ${active} active credentials, the most that it may have: revoke one first`,
    )
  }
  const secrets = makeSecrets({ isTest: partner.testOf !== undefined })
  await tx.rows(
    insertCredential({ ...grant, clientId: secrets.clientId, ...sealSecrets(vault, secrets) }),
  )
  const { partnerId: _, ...terms } = grant
  return { ...secrets, ...terms }
}

/** Lists the fields one by one, so that no secret gets into the audit log. */
function auditable(issued: IssuedCredential): AuditValue {
  const { clientId, label, permissions, requiresSignatureV2, allowedAddresses } = issued
  const guards = { requiresSignatureV2, allowedAddresses }
  return { clientId, label, permissions, ...guards, expiresAt: instant(issued.expiresAt) }
}

function instant(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms)
}
