import { gatedActor, recordAudit, type Actor, type GateSettings } from '../audit/mod.ts'
import { MS_PER_DAY, isoTime, readLine, Refusal, MS_PER_MINUTE, notFound } from '../core/mod.ts'
import type { Clock, Page } from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type Tx } from '../db/mod.ts'
import { issuerOf, permissionsOfOperator, readRole, type OperatorRole } from '../policy/mod.ts'
import type { Principal } from './principal.ts'
import {
  lockToken,
  insertToken,
  listTokens,
  setTokenIssuer,
  setTokenRevoked,
  setTokenUsed,
  tokenById,
  usableToken,
  type ServiceTokenRow,
  type TokenState,
} from './service-token-rows.ts'
import { digestOf, newToken } from './token.ts'

const NAME_LENGTH_MAX = 100
const DAYS_FALLBACK = 90
/** The use of a token is recorded this often, because each record is a write. */
const USE_MS = MS_PER_MINUTE

/** A token of a machine of the operator, which may do what its role may. */
export interface ServiceToken {
  readonly tokenId: number
  readonly name: string
  readonly role: OperatorRole
  readonly state: TokenState
  /** The user on whose rights the token depends; undefined if it depends on no user. */
  readonly issuedBy: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | undefined
  readonly lastUsedAt: number | undefined
  readonly lastUsedFrom: string | undefined
}

export interface NewServiceToken {
  readonly name: string
  readonly role: string
  readonly expiresInDays?: number | undefined
  readonly reason?: string | undefined
  readonly actor: Actor
}

/** Creates a token, which only the caller learns. Refuses invalid_request for name or role. */
export async function createServiceToken(
  tx: Tx,
  clock: Clock,
  { actor, reason, ...input }: NewServiceToken,
): Promise<ServiceToken & { readonly token: string }> {
  const name = readLine('name', input.name, NAME_LENGTH_MAX)
  const role = readRole(input.role, undefined)
  const token = newToken('tst')
  const at = clock.now()
  const expiresAt = at + (input.expiresInDays ?? DAYS_FALLBACK) * MS_PER_DAY
  const row = { name, role, tokenHash: digestOf(token), issuer: issuerOf(actor), at, expiresAt }
  const { id } = await oneRow(tx, insertToken(row))
  const created = toToken(await oneRow(tx, tokenById(id, at)))
  const after = { name, role, expiresAt: isoTime(expiresAt) }
  const entry = { action: 'token.create', target: targetOf(created), reason, after, at }
  recordAudit(tx, { actor, ...entry, valueOut: { kind: 'roles' } })
  return { ...created, token }
}

/** Ends a token for good, in every process at once. Refuses not_found. */
export async function revokeServiceToken(
  tx: Tx,
  clock: Clock,
  { tokenId, actor, reason }: { tokenId: number; actor: Actor; reason: string | undefined },
): Promise<ServiceToken> {
  const at = clock.now()
  const token = await lockedToken(tx, tokenId, at)
  if (token.state === 'REVOKED') return token
  const states = { before: { revokedAt: null }, after: { revokedAt: isoTime(at) } }
  const target = targetOf({ tokenId })
  const entry = { action: 'token.revoke', target, valueOut: 'none', reason, at } as const
  // Audited before the change, because a token may revoke itself.
  recordAudit(tx, { actor, ...entry, ...states })
  tx.write(setTokenRevoked(tokenId, at))
  return toToken(await oneRow(tx, tokenById(tokenId, at)))
}

/**
 * Binds a token to the user who takes it over, so that it does not end with its former owner. A
 * token that ended with its owner works again.
 *
 * Refuses, in this order:
 *   not_found        no such token
 *   state_conflict   it is revoked or has expired; or the actor is a token
 */
export async function takeOverServiceToken(
  tx: Tx,
  clock: Clock,
  { tokenId, actor, reason }: { tokenId: number; actor: Actor; reason: string | undefined },
): Promise<ServiceToken> {
  const at = clock.now()
  const token = await lockedToken(tx, tokenId, at)
  const { state, issuedBy = null } = token
  requireTakeable(token)
  if (actor.kind === 'service_token') {
    throw new Refusal('state_conflict', 'a token is taken over by a person, not by another token')
  }
  tx.write(setTokenIssuer(tokenId, issuerOf(actor)))
  const updated = toToken(await oneRow(tx, tokenById(tokenId, at)))
  recordAudit(tx, {
    actor,
    action: 'token.take_over',
    target: targetOf(token),
    valueOut: { kind: 'roles' },
    reason,
    before: { state, issuedBy },
    after: { state: updated.state, issuedBy: updated.issuedBy ?? null },
    at,
  })
  return updated
}

/** Refuses state_conflict for a token that is revoked or expired. */
export function requireTakeable({ state }: ServiceToken): void {
  if (state !== 'REVOKED' && state !== 'EXPIRED') return
  throw new Refusal('state_conflict', `the token is ${state}; make another one`)
}

async function lockedToken(tx: Tx, tokenId: number, at: number): Promise<ServiceToken> {
  await tx.rows(lockToken(tokenId))
  return await getServiceToken(tx, tokenId, at)
}

/** Returns a token as it is at an instant. Refuses not_found. */
export async function getServiceToken(db: Db, tokenId: number, at: number): Promise<ServiceToken> {
  const row = await maybeRow(db, tokenById(tokenId, at))
  if (!row) throw notFound('token')
  return toToken(row)
}

export const SERVICE_TOKEN_SORTS = listTokens.sorts

/** Returns a page of tokens, newest first. If a state is given, only tokens in that state. */

export async function listServiceTokens(
  db: Db,
  clock: Clock,
  request: Omit<Parameters<typeof listTokens>[1], 'now'>,
): Promise<Page<ServiceToken>> {
  const { rows, total } = await listTokens(db, { ...request, now: clock.now() })
  return { rows: rows.map(toToken), total }
}

/** True if it looks like a token of a machine. */
export function isServiceToken(token: string): boolean {
  return token.startsWith('tst_')
}

/**
 * Returns the principal of a token, and records its use; undefined if the token is unknown, has
 * expired or was revoked.
 */
export async function tokenPrincipal(
  { db, clock, config }: { readonly db: Db; readonly clock: Clock; readonly config: GateSettings },
  token: string,
  address: string,
): Promise<Principal | undefined> {
  const now = clock.now()
  const row = await maybeRow(db, usableToken(digestOf(token), now))
  if (!row) return undefined
  const { token_id: tokenId, name, role, last_used_at: usedAt } = row
  if (usedAt === null || usedAt.getTime() < now - USE_MS) {
    await db.rows(setTokenUsed(tokenId, address, now))
  }
  const kind = 'service_token'
  const actor = { kind, id: String(tokenId), name: `token:${name}`, address } as const
  const permissions = permissionsOfOperator(role as OperatorRole)
  return { actor: gatedActor(config, actor), permissions }
}

function toToken(row: ServiceTokenRow): ServiceToken {
  return {
    state: row.state,
    issuedBy: row.issued_by ?? undefined,
    tokenId: row.token_id,
    name: row.name,
    role: row.role as OperatorRole,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    revokedAt: row.revoked_at?.getTime(),
    lastUsedAt: row.last_used_at?.getTime(),
    lastUsedFrom: row.last_used_from ?? undefined,
  }
}

function targetOf({ tokenId }: Pick<ServiceToken, 'tokenId'>): string {
  return `token:${tokenId}`
}
