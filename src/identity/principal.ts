import { Refusal } from '../core/mod.ts'
import { permissionsOfOperator, type OperatorPermission } from './roles.ts'
import type { Session } from './session.ts'
import type { OperatorUser } from './user.ts'

/** Who acts as the operator, and from where. */
export interface Principal {
  readonly kind: 'environment' | 'user'
  /** As the audit log names them. */
  readonly name: string
  /** The address of the network that the request came from. */
  readonly address: string
  readonly permissions: ReadonlySet<OperatorPermission>
}

/** The name of whoever holds TESSERA_ADMIN_TOKEN. */
const ENVIRONMENT_NAME = 'operator'

/** Returns the principal of TESSERA_ADMIN_TOKEN, who may do everything. */
export function environmentPrincipal(address: string): Principal {
  const permissions = permissionsOfOperator('admin')
  return { kind: 'environment', name: ENVIRONMENT_NAME, address, permissions }
}

/** Returns the principal of a user of the operator who is signed in. */
export function userPrincipal(user: OperatorUser, address: string): Principal {
  const permissions = permissionsOfOperator(user.role)
  return { kind: 'user', name: user.email, address, permissions }
}

/**
 * Returns the user of a session as a user of the operator. Refuses permission_missing for a user of
 * a partner.
 */
export function requireOperatorUser({ user }: Session): OperatorUser {
  if (user.partnerId === undefined) return user
  throw new Refusal('permission_missing', 'users of partners have no access to paths of operators')
}

/** Refuses permission_missing, naming the permission. */
export function requirePermission<Permission extends string>(
  held: ReadonlySet<Permission>,
  permission: Permission,
): void {
  if (held.has(permission)) return
  throw new Refusal('permission_missing', `the permission ${permission} is missing`)
}
