import { dateAt } from '../core/mod.ts'
import { equals, list, insertRow, sql, type ServiceTokensRow, type Statement } from '../db/mod.ts'
import { issuerName, TOKEN_MAKERS, type Issuer } from '../policy/mod.ts'

export const TOKEN_STATES = ['ACTIVE', 'EXPIRED', 'ENDED', 'REVOKED'] as const
/** ENDED: the maker of the token may no longer make tokens. */
export type TokenState = (typeof TOKEN_STATES)[number]

export interface ServiceTokenRow extends ServiceTokensRow {
  state: TokenState
  issued_by: string | null
}

/** The state of a token at an instant, in milliseconds. */
function stateAt(at: number): Statement<unknown> {
  return sql`
    case when revoked_at is not null then 'REVOKED'
         when expires_at <= ${dateAt(at)} then 'EXPIRED'
         when ${isUsable(at)} then 'ACTIVE'
         else 'ENDED' end`
}

function isUsable(at: number): Statement<unknown> {
  return sql`
    has_role('service_token', token_id, array[role], ${TOKEN_MAKERS}::text[], ${dateAt(at)})`
}

function columnsAt(at: number): Statement<unknown> {
  return sql`
    token_id, name, role, token_hash, issuer_kind, issuer_id, created_at, expires_at, revoked_at,
    last_used_at, last_used_from, ${stateAt(at)} as state, ${issuerName} as issued_by`
}

export interface NewTokenRow {
  readonly name: string
  readonly role: string
  readonly tokenHash: Buffer
  readonly issuer: Issuer
  readonly at: number
  readonly expiresAt: number
}

export function insertToken(token: NewTokenRow): Statement<{ id: number }> {
  const { kind, id } = token.issuer
  const inserted = insertRow<ServiceTokensRow>('service_tokens', {
    name: token.name,
    role: token.role,
    token_hash: token.tokenHash,
    issuer_kind: kind,
    issuer_id: id,
    created_at: dateAt(token.at),
    expires_at: dateAt(token.expiresAt),
  })
  return sql`
    ${inserted}
    returning token_id as id`
}

/** The token, if it can be used at this instant. */
export function usableToken(tokenHash: Buffer, at: number): Statement<ServiceTokensRow> {
  return sql`
    select token_id, name, role, last_used_at from service_tokens
    where token_hash = ${tokenHash} and ${isUsable(at)}`
}

/** Never decreases, whatever other processes have recorded. */
export function setTokenUsed(tokenId: number, address: string, at: number): Statement<never> {
  return sql`
    update service_tokens set last_used_at = ${dateAt(at)}, last_used_from = ${address}
    where token_id = ${tokenId} and (last_used_at is null or last_used_at < ${dateAt(at)})`
}

export function lockToken(tokenId: number): Statement<unknown> {
  return sql`select from service_tokens where token_id = ${tokenId} for update`
}

export function tokenById(tokenId: number, at: number): Statement<ServiceTokenRow> {
  return sql`select ${columnsAt(at)} from service_tokens where token_id = ${tokenId}`
}

export function setTokenRevoked(tokenId: number, at: number): Statement<never> {
  return sql`
    update service_tokens set revoked_at = ${dateAt(at)} where token_id = ${tokenId}`
}

export function setTokenIssuer(tokenId: number, { kind, id }: Issuer): Statement<never> {
  return sql`
    update service_tokens set issuer_kind = ${kind}, issuer_id = ${id}
    where token_id = ${tokenId}`
}

/** Selects the tokens that are in a state at an instant; all tokens if no state is given. */
interface TokenFilter {
  readonly state?: TokenState | undefined
  /** In milliseconds. */
  readonly now: number
}

export const listTokens = list({
  from: 'service_tokens',
  columns: ({ now }: TokenFilter) => columnsAt(now),
  where: ({ state, now }: TokenFilter) => [equals(stateAt(now), state)],
  order: 'token_id desc',
  sorts: {
    name: ['lower(name collate "und-x-icu") collate "C"', 'token_id'],
    role: ['role', 'token_id'],
    createdAt: ['token_id'],
    expiresAt: ['expires_at', 'token_id'],
    lastUsedAt: [`coalesce(last_used_at, '-infinity')`, 'token_id'],
  },
  to: (row: ServiceTokenRow) => row,
})
