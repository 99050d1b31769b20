import { hash } from 'node:crypto'
import { recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal, type Clock, MS_PER_DAY, randomBytes } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Db, type Statement, type Tx } from '../db/mod.ts'
import { issuerOf } from '../policy/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  claimOfLink,
  claimOfPartner,
  insertClaim,
  lockLink,
  setClaimed,
  type ClaimRow,
} from './claim-rows.ts'
import type { CredentialSecrets } from './credential-secrets.ts'
import { credentialTarget, needsOf } from './credentials.ts'
import { getPartner } from './partners.ts'

const CLAIM_MS = 7 * MS_PER_DAY
const TOKEN_BYTES = 32

type Secrets = Pick<CredentialSecrets, 'apiKey' | 'hmacSecret'>

/** The secrets of a credential that wait until their partner claims them. */
export interface Claim {
  /** In milliseconds. */
  readonly expiresAt: number
  /**
   * The token of the one-time link, which is returned only this once; undefined if the secrets wait
   * in the portal.
   */
  readonly token: string | undefined
}

/**
 * The result for the issuer of a credential: its secrets, or the claim that waits for the partner.
 */
export type HandedOver = { readonly secrets: Secrets } | { readonly claim: Claim }

export interface HandOver {
  readonly partnerId: number
  readonly credential: CredentialSecrets
  readonly actor: Actor
  /** True if the partner has a user who may claim the secrets in the portal. */
  readonly hasClaimant: boolean
}

/**
 * True if the secrets may be shown to the issuer. False for people and machines of the operator,
 * except for test partners, whose secrets reach only play money. True for the partner itself, and
 * for the operator token of the environment, which belongs to whoever runs the service.
 */
export async function maySeeSecrets(db: Db, partnerId: number, { kind }: Actor): Promise<boolean> {
  const isOperator = kind === 'user' || kind === 'service_token'
  return !isOperator || (await getPartner(db, partnerId)).testOf !== undefined
}

/**
 * Hands over the secrets of a new credential, in the transaction that made it. If the issuer may
 * not see them, they are sealed until the partner claims them, once, within a week.
 */
export async function handOver(
  tx: Tx,
  { vault, clock }: { readonly vault: Vault; readonly clock: Clock },
  { partnerId, credential, actor, hasClaimant }: HandOver,
): Promise<HandedOver> {
  const { clientId, apiKey, hmacSecret } = credential
  if (await maySeeSecrets(tx, partnerId, actor)) return { secrets: { apiKey, hmacSecret } }
  const at = clock.now()
  const expiresAt = at + CLAIM_MS
  const token = hasClaimant
    ? undefined
    : `tsk_claim_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  const plaintext = Buffer.from(JSON.stringify({ apiKey, hmacSecret }), 'utf8')
  const sealed = vault.seal('credentials', contextOf(clientId), plaintext)
  vault.requireKeys(tx, [sealed])
  const linkHash = token === undefined ? undefined : hash('sha256', token, 'buffer')
  tx.write(insertClaim({ clientId, sealed, linkHash, issuer: issuerOf(actor), at, expiresAt }))
  return { claim: { expiresAt, token } }
}

interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
}

/** A credential of a partner, with its secrets. */
export type ClaimedCredential = CredentialSecrets & { readonly partnerId: number }

export interface PortalClaim {
  readonly partnerId: number
  readonly clientId: string
  readonly actor: Actor
}

/**
 * Returns the secrets of a credential that waits for its partner, to one caller, once.
 *
 * Refuses, in this order:
 *   not_found            none waits: it is another partner's, was claimed, revoked or has
 *                        expired
 *   permission_missing   the credential has a permission that the user lacks; decided by `needsOf`
 *                        on the locked row
 */
export async function claimCredential(
  context: Context,
  { actor, ...name }: PortalClaim,
): Promise<ClaimedCredential> {
  const unclaimed = claimOfPartner(name, context.clock.now())
  return await claim(context, unclaimed, { actor })
}

/** Shows the secrets of a credential once, to whoever has the token of its one-time link. */
export async function claimByLink(
  context: Context,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<ClaimedCredential> {
  const actor = { kind: 'visitor', name: 'one-time link', address } as const
  const linkHash = hash('sha256', token, 'buffer')
  const unclaimed = claimOfLink(linkHash, context.clock.now())
  return await claim(context, unclaimed, { actor, lock: lockLink(linkHash) })
}

/**
 * Deletes the waiting secrets, and returns them. Opens them before, so that an error loses nothing.
 */
async function claim(
  { db, clock, vault }: Context,
  unclaimed: Statement<ClaimRow>,
  { actor, lock }: { readonly actor: Actor; readonly lock?: Statement<unknown> },
): Promise<ClaimedCredential> {
  const row = await maybeRow(db, unclaimed)
  if (!row) throw nothingWaits()
  const { client_id: clientId, partner_id: partnerId, sealed } = row
  await vault.prepare([sealed])
  const plaintext = vault.open('credentials', contextOf(clientId), sealed).toString('utf8')
  const at = clock.now()
  await transact(db, async (tx) => {
    if (lock) await tx.rows(lock)
    const lockedRow = await maybeRow(tx, unclaimed)
    if (!lockedRow) throw nothingWaits()
    tx.write(setClaimed(clientId, actor.name, at))
    const target = credentialTarget(clientId)
    const needs = needsOf(lockedRow, await getPartner(tx, partnerId))
    const entry = { action: 'credential.claim', target, valueOut: 'none', needs, at } as const
    recordAudit(tx, { partnerId, actor, ...entry })
  })
  return { partnerId, clientId, ...(JSON.parse(plaintext) as Secrets) }
}

function contextOf(clientId: string): string {
  return `credential-claim:${clientId}`
}

export function nothingWaits(): Refusal {
  return new Refusal(
    'not_found',
    'no credential waits here: it was claimed, revoked or has expired',
  )
}
