import { gatedActor, type GateSettings, type OperatorActor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import { permissionsOfOperator, type OperatorPermission } from '../policy/mod.ts'
import { isPasswordRefused, type PasswordPolicy } from './password-policy.ts'
import type { Session } from './session.ts'
import { userActor, type OperatorUser, type PartnerUser } from './user.ts'

/** A caller who acts as the operator, and the permissions of that caller. */
export interface Principal {
  readonly actor: OperatorActor
  readonly permissions: ReadonlySet<OperatorPermission>
}

/** The name of whoever holds TESSERA_ADMIN_TOKEN. */
const ENVIRONMENT_NAME = 'operator'

/** Returns the principal of TESSERA_ADMIN_TOKEN, who may do everything. */
export function environmentPrincipal(settings: GateSettings, address: string): Principal {
  const permissions = permissionsOfOperator('admin')
  const actor = { kind: 'environment_token', name: ENVIRONMENT_NAME, address } as const
  return { actor: gatedActor(settings, actor), permissions }
}

/**
 * Returns the principal of a user of the operator who is signed in. Refuses permission_missing for
 * a user of a partner.
 */
export function userPrincipal(
  config: GateSettings & PasswordPolicy['config'],
  session: Session,
  address: string,
): Principal {
  const user = requireOperatorUser(session)
  const permissions = permissionsOfOperator(user.role)
  // Users who sign in by OpenID Connect only cannot use a passkey.
  const sessionId = isPasswordRefused({ config }, undefined) ? undefined : session.sessionId
  const actor = { ...userActor(user, address), sessionId }
  return { actor: gatedActor(config, actor), permissions }
}

/**
 * Returns the user of a session as a user of the operator. Refuses permission_missing for a user of
 * a partner.
 */
function requireOperatorUser({ user }: Session): OperatorUser {
  if (user.partnerId === undefined) return user
  throw new Refusal('permission_missing', 'users of partners have no access to paths of operators')
}

/**
 * Returns the user of a session as a user of a partner. Refuses permission_missing for a user of
 * the operator.
 */
export function requirePartnerUser({ user }: Session): PartnerUser {
  if (user.partnerId !== undefined) return user
  throw new Refusal('permission_missing', 'users of the operator have no access to the portal')
}

/** Refuses permission_missing, naming the permission. */
export function requirePermission<Permission extends string>(
  held: ReadonlySet<Permission>,
  permission: Permission,
): void {
  if (held.has(permission)) return
  throw new Refusal('permission_missing', `the permission ${permission} is missing`)
}
