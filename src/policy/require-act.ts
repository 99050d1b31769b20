import { dateAt, Refusal } from '../core/mod.ts'
import { codeOf, sql, type Statement, type Writer } from '../db/mod.ts'
import {
  operatorRolesWith,
  partnerRolesWith,
  TOKEN_MAKERS,
  type OperatorPermission,
  type PartnerPermission,
  type UserPermission,
} from './roles.ts'

/** Who acts: a person, a machine, or the service itself, which has no row. */
interface Acting {
  readonly kind: string
  readonly id?: string | undefined
  readonly name: string
  readonly permission?: UserPermission | undefined
  readonly approval?: { readonly approverId: string; readonly approver: string } | undefined
}

/** An act, and the row that it changes. */
export interface Act {
  readonly actor: Acting
  /** The partner that the row belongs to. */
  readonly partnerId?: number | undefined
  /** The row, such as `user:7`. */
  readonly target: string
  readonly needs?: Needs | undefined
  /** In milliseconds. */
  readonly at: number
}

/** Permissions that somebody needs to change a row, in addition to that of the act. */
export interface Needs {
  readonly operator?: readonly OperatorPermission[]
  readonly partner?: readonly PartnerPermission[]
}

/** The permission that an approver needs in addition to that of the act. */
const APPROVES: Needs = { operator: ['approvals:write'] }

/**
 * Makes the transaction fail unless the actor may do the act now; `refusalOfAct` converts the
 * error. Decides on the locked rows of the person or machine, and of the person who made the
 * machine's token, so no role, status or token changes between the decision and the commit. For an
 * approved act, both the requester and the approver are checked.
 *
 * An act without a permission is denied, except acts of users on their own account. Credentials act
 * by the permissions that they had when the request was authenticated.
 */
export function requireAct(tx: Writer, act: Act): void {
  const { actor } = act
  requireOne(tx, act)
  const { approval, permission } = actor
  if (!approval) return
  const { approverId: id, approver: name } = approval
  requireOne(tx, { ...act, actor: { kind: 'user', id, name, permission }, needs: APPROVES })
}

function requireOne(tx: Writer, act: Act): void {
  const { kind, id, permission } = act.actor
  if (kind !== 'user' && kind !== 'partner_user' && kind !== 'service_token') return
  if (permission !== undefined) return tx.write(requirePermission(act, permission))
  if (kind !== 'service_token' && act.target === `user:${id}`) return
  throw new Error(`a ${kind} has no permission that allows a change of ${act.target}`)
}

function requirePermission(act: Act, permission: UserPermission): Statement<unknown> {
  const { actor, partnerId, at } = act
  const isOfPartner = actor.kind === 'partner_user'
  const more = (isOfPartner ? act.needs?.partner : act.needs?.operator) ?? []
  const needed = [...new Set<UserPermission>([permission, ...more])]
  const roles = isOfPartner ? partnerRolesWith(needed) : operatorRolesWith(needed)
  return sql`
    select require_act(
      ${actor.kind}, ${Number(actor.id)}, ${roles}::text[], ${TOKEN_MAKERS}::text[],
      ${dateAt(at)}, ${partnerId ?? null},
      ${`${actor.name} may not do this now: it needs ${needed.join(', ')}`},
      ${`${actor.name} has no second factor, which the organization requires: ${ADD_FACTOR}`})`
}

const ADD_FACTOR = 'they sign in and add one on "Your account"; then this can be done'

/** The refusals by the SQLSTATE that `require_act` and `require_step_up` of the database raise. */
const KINDS = new Map([
  ['TS403', 'permission_missing'],
  ['TS428', 'step_up_required'],
] as const)

/** Returns the refusal for an error that `requireAct` or `requireStepUp` caused. */
export function refusalOfAct(error: unknown): Refusal | undefined {
  const kind = error instanceof Error ? KINDS.get(codeOf(error) as 'TS403') : undefined
  return kind && new Refusal(kind, (error as Error).message)
}
