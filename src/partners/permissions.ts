import { invalidField } from '../core/mod.ts'
import type { PartnerPermission } from '../policy/mod.ts'

/** The permissions of credentials. `codes:read` covers the items and the export of an order. */
export const PERMISSIONS = [
  'balance:read',
  'catalog:read',
  'orders:read',
  'orders:write',
  'drafts:write',
  'codes:read',
  'consumers:read',
  'consumers:write',
  'wallets:write',
  'links:read',
  'links:write',
  'wallets:sessions',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** By permission of a credential: the permissions that a user needs to give it. */
const ISSUER_PERMISSIONS: Readonly<Record<Permission, readonly PartnerPermission[]>> = {
  'balance:read': ['balance:read'],
  'catalog:read': ['catalog:read'],
  'orders:read': ['orders:read'],
  'orders:write': ['orders:write'],
  'drafts:write': ['orders:write'],
  'codes:read': ['codes:read'],
  'consumers:read': ['consumers:read'],
  // A new consumer can get initial funds.
  'consumers:write': ['consumers:write', 'credits:write'],
  'wallets:write': ['credits:write'],
  'links:read': ['links:read'],
  'links:write': ['links:write'],
  // A session spends a wallet in the name of its owner, which nobody may in the portal.
  'wallets:sessions': ['wallet-settings:write'],
}

/** Returns the permissions that a user needs to give a credential these permissions. */
export function issuerPermissions(permissions: readonly Permission[]): PartnerPermission[] {
  return permissions.flatMap((permission) => ISSUER_PERMISSIONS[permission])
}

/**
 * Returns the named permissions, each once, in the order of PERMISSIONS, or all if undefined.
 * Refuses invalid_request for an empty list or an unknown name.
 */
export function choosePermissions(names: readonly string[] | undefined): Permission[] {
  if (names === undefined) return [...PERMISSIONS]
  if (names.length === 0) throw invalidField('permissions', 'must name at least one permission')
  const permissions = new Set<string>(PERMISSIONS)
  if (!names.every((name) => permissions.has(name))) {
    throw invalidField('permissions', `must be among ${PERMISSIONS.join(', ')}`)
  }
  return PERMISSIONS.filter((permission) => names.includes(permission))
}
