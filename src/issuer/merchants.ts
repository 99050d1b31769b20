import { recordAudit, type Actor } from '../audit/mod.ts'
import {
  checkLine,
  isoTime,
  MS_PER_SECOND,
  readOverlap,
  REASON_LENGTH_MAX,
  Refusal,
  type Clock,
  notFound,
} from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type Tx } from '../db/mod.ts'
import {
  ACTIVE_CREDENTIALS_MAX,
  credentialState,
  makeSecrets,
  sealSecrets,
  type CredentialSecrets,
  type CredentialState,
} from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  allMerchants,
  credentialsOfMerchant,
  endMerchantCredential,
  insertMerchant,
  insertMerchantCredential,
  lockMerchant,
  merchantById,
  setMerchantStatus,
  type MerchantCredentialRow,
  type MerchantRow,
  type MerchantStatus,
} from './merchant-rows.ts'

/** A merchant, at which codes of the operator are redeemed. */
export interface Merchant {
  readonly merchantId: number
  readonly name: string
  readonly status: MerchantStatus
  readonly createdAt: number
}

/** A credential of a merchant, without its secrets. */
export interface MerchantCredential {
  readonly clientId: string
  readonly label: string | undefined
  readonly state: CredentialState
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
}

export type IssuedMerchantCredential = MerchantCredential & CredentialSecrets

export interface RotatedMerchantCredential extends IssuedMerchantCredential {
  /** The credential that this one replaces, with the instant at which it expires. */
  readonly previous: { readonly clientId: string; readonly expiresAt: number }
}

interface MerchantAct {
  readonly merchantId: number
  readonly actor: Actor
  readonly reason?: string | undefined
}

interface Issuer {
  readonly vault: Vault
  readonly clock: Clock
}

const NAME_LENGTH_MAX = 200
const LABEL_LENGTH_MAX = 100

/** Refuses invalid_request for a name that cannot be stored. */
export async function createMerchant(
  tx: Tx,
  clock: Clock,
  { name, actor }: { readonly name: string; readonly actor: Actor },
): Promise<Merchant> {
  checkLine('name', name, NAME_LENGTH_MAX)
  const at = clock.now()
  const merchant = toMerchant(await oneRow(tx, insertMerchant(name, at)))
  const target = targetOf(merchant)
  recordAudit(tx, {
    actor,
    action: 'merchant.create',
    target,
    valueOut: 'none',
    after: { name },
    at,
  })
  return merchant
}

export async function listMerchants(db: Db): Promise<Merchant[]> {
  return (await db.rows(allMerchants())).map(toMerchant)
}

/** Refuses not_found. */
export async function getMerchant(db: Db, merchantId: number): Promise<Merchant> {
  const row = await maybeRow(db, merchantById(merchantId))
  if (!row) throw notFound('merchant')
  return toMerchant(row)
}

/** Disables a merchant, whose credentials end at once, or enables it again. Refuses not_found. */
export async function changeMerchant(
  tx: Tx,
  clock: Clock,
  { merchantId, actor, reason, status }: MerchantAct & { readonly status: MerchantStatus },
): Promise<Merchant> {
  if (reason !== undefined) checkLine('reason', reason, REASON_LENGTH_MAX)
  const before = await lock(tx, merchantId)
  if (before.status !== status) await tx.rows(setMerchantStatus(merchantId, status))
  recordAudit(tx, {
    actor,
    action: 'merchant.change',
    target: targetOf(before),
    // An enabled merchant can spend every card whose code it gets.
    valueOut: status === 'ACTIVE' && before.status !== status ? { kind: 'credentials' } : 'none',
    reason,
    before: { status: before.status },
    after: { status },
    at: clock.now(),
  })
  return { ...before, status }
}

/** Returns the credentials of a merchant, oldest first. Refuses not_found. */
export async function listMerchantCredentials(
  db: Db,
  clock: Clock,
  merchantId: number,
): Promise<MerchantCredential[]> {
  await getMerchant(db, merchantId)
  const now = clock.now()
  const rows = await db.rows(credentialsOfMerchant(merchantId))
  return rows.map((row) => toCredential(row, now))
}

/**
 * Issues a credential. Only this call returns its secrets.
 *
 * Refuses, in this order:
 *   invalid_request   a label that cannot be stored
 *   not_found         no such merchant
 *   state_conflict    the merchant has ACTIVE_CREDENTIALS_MAX active credentials
 */
export async function issueMerchantCredential(
  tx: Tx,
  issuer: Issuer,
  { merchantId, actor, label }: MerchantAct & { readonly label?: string | undefined },
): Promise<IssuedMerchantCredential> {
  if (label !== undefined) checkLine('label', label, LABEL_LENGTH_MAX)
  const merchant = await lock(tx, merchantId)
  const issued = await insertIssued(tx, issuer, { merchantId, label })
  recordAudit(tx, {
    actor,
    action: 'merchant_credential.issue',
    target: targetOf(merchant),
    valueOut: { kind: 'credentials' },
    after: { clientId: issued.clientId, label },
    at: issuer.clock.now(),
  })
  return issued
}

interface CredentialAct extends MerchantAct {
  readonly clientId: string
}

/**
 * Replaces an active credential by one with the same label; the old one ends after the overlap.
 *
 * Refuses, in this order:
 *   invalid_request   an overlap or a reason that is not allowed
 *   not_found         no such merchant, or the credential is not its own
 *   state_conflict    the credential is revoked or expired, or there would be too many
 */
export async function rotateMerchantCredential(
  tx: Tx,
  issuer: Issuer,
  act: CredentialAct & { readonly overlapSeconds?: number | undefined },
): Promise<RotatedMerchantCredential> {
  const overlapMs = readOverlap(act.overlapSeconds) * MS_PER_SECOND
  if (act.reason !== undefined) checkLine('reason', act.reason, REASON_LENGTH_MAX)
  const at = issuer.clock.now()
  const old = await lockCredential(tx, act, at)
  if (old.state !== 'ACTIVE') throw new Refusal('state_conflict', `the credential is ${old.state}`)
  const expiresAt = Math.min(at + overlapMs, old.expiresAt ?? Infinity)
  await tx.rows(endMerchantCredential(old.clientId, { expiresMs: expiresAt, revokedMs: undefined }))
  const { merchantId } = act
  const issued = await insertIssued(tx, issuer, { merchantId, label: old.label })
  recordAudit(tx, {
    actor: act.actor,
    action: 'merchant_credential.rotate',
    target: targetOf(act),
    valueOut: { kind: 'credentials' },
    reason: act.reason,
    before: { clientId: old.clientId },
    after: { clientId: issued.clientId, previousExpiresAt: isoTime(expiresAt) },
    at,
  })
  return { ...issued, previous: { clientId: old.clientId, expiresAt } }
}

/** Revokes a credential. A second call changes nothing. Refuses not_found. */
export async function revokeMerchantCredential(
  tx: Tx,
  clock: Clock,
  act: CredentialAct,
): Promise<MerchantCredential> {
  if (act.reason !== undefined) checkLine('reason', act.reason, REASON_LENGTH_MAX)
  const at = clock.now()
  const old = await lockCredential(tx, act, at)
  if (old.state === 'REVOKED') return old
  await tx.rows(endMerchantCredential(old.clientId, { expiresMs: old.expiresAt, revokedMs: at }))
  recordAudit(tx, {
    actor: act.actor,
    action: 'merchant_credential.revoke',
    target: targetOf(act),
    valueOut: 'none',
    reason: act.reason,
    before: { clientId: old.clientId, state: old.state },
    after: { clientId: old.clientId, state: 'REVOKED' },
    at,
  })
  return { ...old, state: 'REVOKED', revokedAt: at }
}

/**
 * Inserts a credential. The merchant is locked, so the number of its active credentials does not
 * change meanwhile.
 */
async function insertIssued(
  tx: Tx,
  { vault, clock }: Issuer,
  { merchantId, label }: { readonly merchantId: number; readonly label: string | undefined },
): Promise<IssuedMerchantCredential> {
  const now = clock.now()
  const others = await tx.rows(credentialsOfMerchant(merchantId))
  const active = others.filter((row) => toCredential(row, now).state === 'ACTIVE').length
  if (active >= ACTIVE_CREDENTIALS_MAX) {
    const message = `the merchant has ${active} active credentials: revoke one first`
    throw new Refusal('state_conflict', message)
  }
  const secrets = makeSecrets({ isTest: false })
  const sealed = sealSecrets(vault, secrets)
  const credential = { clientId: secrets.clientId, merchantId, label, createdMs: now, ...sealed }
  const row = await oneRow(tx, insertMerchantCredential(credential))
  return { ...toCredential(row, now), ...secrets }
}

async function lockCredential(
  tx: Tx,
  { merchantId, clientId }: CredentialAct,
  now: number,
): Promise<MerchantCredential> {
  await lock(tx, merchantId)
  const rows = await tx.rows(credentialsOfMerchant(merchantId))
  const row = rows.find((one) => one.client_id === clientId)
  if (!row) throw notFound('credential')
  return toCredential(row, now)
}

async function lock(tx: Tx, merchantId: number): Promise<Merchant> {
  const row = await maybeRow(tx, lockMerchant(merchantId))
  if (!row) throw notFound('merchant')
  return toMerchant(row)
}

function targetOf({ merchantId }: { readonly merchantId: number }): string {
  return `merchant:${merchantId}`
}

function toMerchant(row: MerchantRow): Merchant {
  const { merchant_id: merchantId, name, status, created_at: createdAt } = row
  return { merchantId, name, status, createdAt: createdAt.getTime() }
}

function toCredential(row: MerchantCredentialRow, now: number): MerchantCredential {
  const expiresAt = row.expires_at?.getTime()
  const revokedAt = row.revoked_at?.getTime()
  return {
    clientId: row.client_id,
    label: row.label ?? undefined,
    state: credentialState({ expiresAt, revokedAt }, now),
    createdAt: row.created_at.getTime(),
    expiresAt,
    revokedAt,
  }
}
