import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { operatorRolesWith, partnerRolesWith, TOKEN_MAKERS, type UserPermission } from './roles.ts'

/** Whom something ends with that was issued: nobody, if no person and no token of a machine did. */
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

/** Locks rows that were issued, and whoever issued each with what that rests on. */
export function lockIssued(rows: Statement<unknown>): Statement<unknown> {
  return sql`
    select lock_roles(issuer_kind, issuer_id)
    from (select issuer_kind, issuer_id from ${rows} for update) as one
    where issuer_kind is not null`
}

/**
 * A condition on `issuer_kind` and `issuer_id` of a row: that whoever issued it may do so at this
 * instant. Before it is decided by, `lockIssued` locks them.
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

/** What people know an issuer by, of the same columns; null for nobody. */
export const issuerName = sql`
  case issuer_kind
    when 'service_token' then
      (select 'token:' || maker.name from service_tokens maker where maker.token_id = issuer_id)
    else (select maker.email from users maker where maker.user_id = issuer_id)
  end`
