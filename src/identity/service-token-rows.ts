import { dateAt, offsetOf, type PageRequest } from '../core/mod.ts'
import { sql, where, type ServiceTokensRow, type Statement } from '../db/mod.ts'
import type { Actor } from '../audit/mod.ts'
import { TOKEN_MAKERS } from '../policy/mod.ts'

const COLUMNS = sql`
  token_id, name, role, token_hash, issuer_kind, issuer_id, created_at, expires_at, revoked_at,
  last_used_at, last_used_from`

export interface NewTokenRow {
  readonly name: string
  readonly role: string
  readonly tokenHash: Buffer
  readonly issuer: Actor
  readonly at: number
  readonly expiresAt: number
}

export function insertToken(token: NewTokenRow): Statement<ServiceTokensRow> {
  const { kind, id } = issuerOf(token.issuer)
  return sql`
    insert into service_tokens (
      name, role, token_hash, issuer_kind, issuer_id, created_at, expires_at)
    values (${token.name}, ${token.role}, ${token.tokenHash}, ${kind}, ${id}, ${dateAt(token.at)},
            ${dateAt(token.expiresAt)})
    returning ${COLUMNS}`
}

/** Returns who a token ends with: nobody, if the operator's own machine made it. */
function issuerOf({ kind, id }: Actor): { kind: string | null; id: number | null } {
  const isBound = kind === 'user' || kind === 'service_token'
  return isBound ? { kind, id: Number(id) } : { kind: null, id: null }
}

/** The token, if it can be used at this instant. */
export function usableToken(tokenHash: Buffer, at: number): Statement<ServiceTokensRow> {
  return sql`
    select ${COLUMNS} from service_tokens
    where token_hash = ${tokenHash}
      and has_role('service_token', token_id, array[role], ${TOKEN_MAKERS}::text[], ${dateAt(at)})`
}

/** Never decreases, whatever other processes have recorded. */
export function setTokenUsed(tokenId: number, address: string, at: number): Statement<never> {
  return sql`
    update service_tokens set last_used_at = ${dateAt(at)}, last_used_from = ${address}
    where token_id = ${tokenId} and (last_used_at is null or last_used_at < ${dateAt(at)})`
}

export function tokenForUpdate(tokenId: number): Statement<ServiceTokensRow> {
  return sql`select ${COLUMNS} from service_tokens where token_id = ${tokenId} for update`
}

export function setTokenRevoked(tokenId: number, at: number): Statement<ServiceTokensRow> {
  return sql`
    update service_tokens set revoked_at = ${dateAt(at)} where token_id = ${tokenId}
    returning ${COLUMNS}`
}

export const TOKEN_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

/** The tokens that have a state at an instant; all if none is given. */
export interface TokenFilter {
  readonly state: TokenState | undefined
  /** In milliseconds. */
  readonly at: number
}

export function countTokens(filter: TokenFilter): Statement<{ total: bigint }> {
  return sql`select count(*) as total from service_tokens ${selected(filter)}`
}

function selected({ state, at }: TokenFilter) {
  if (state === undefined) return sql``
  if (state === 'REVOKED') return where(sql`revoked_at is not null`)
  return where(
    sql`revoked_at is null`,
    state === 'ACTIVE' ? sql`expires_at > ${dateAt(at)}` : sql`expires_at <= ${dateAt(at)}`,
  )
}

export function pageOfTokens(filter: TokenFilter, page: PageRequest): Statement<ServiceTokensRow> {
  return sql`
    select ${COLUMNS} from service_tokens ${selected(filter)}
    order by token_id desc
    limit ${page.pageSize} offset ${offsetOf(page)}`
}
