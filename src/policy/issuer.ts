import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { operatorRolesWith, partnerRolesWith, TOKEN_MAKERS, type UserPermission } from './roles.ts'

/**
 * The person or service token that issued something, such as a link. What they issued ends when
 * they lose the permission. Both fields are null if somebody else issued it.
 */
export interface Issuer {
  readonly kind: string | null
  readonly id: number | null
}

export function issuerOf({
  kind,
  id,
}: {
  readonly kind: string
  readonly id?: string | undefined
}): Issuer {
  const isBound = kind === 'user' || kind === 'partner_user' || kind === 'service_token'
  return isBound ? { kind, id: Number(id) } : { kind: null, id: null }
}

/** Locks issued rows, their issuers, and the rows that the permissions of the issuers depend on. */
export function lockIssued(rows: Statement<unknown>): Statement<unknown> {
  return sql`
    select lock_roles(issuer_kind, issuer_id)
    from (select issuer_kind, issuer_id from ${rows} for update) as one
    where issuer_kind is not null`
}

/**
 * Returns the condition, on `issuer_kind` and `issuer_id` of a row, that its issuer still has the
 * permission at this instant. The rows must be locked by `lockIssued` before.
 */
export function issuerHolds(permission: UserPermission, at: number): Statement<unknown> {
  const operator = operatorRolesWith([permission])
  const partner = partnerRolesWith([permission])
  return sql`
    (issuer_kind is null or has_role(
      issuer_kind, issuer_id,
      case issuer_kind when 'partner_user' then ${partner}::text[] else ${operator}::text[] end,
      ${TOKEN_MAKERS}::text[], ${dateAt(at)}))`
}

/** Selects the name of the issuer by `issuer_kind` and `issuer_id`; null if there is none. */
export const issuerName = sql`
  case issuer_kind
    when 'service_token' then
      (select 'token:' || maker.name from service_tokens maker where maker.token_id = issuer_id)
    else (select maker.email from users maker where maker.user_id = issuer_id)
  end`
