import { invalidField } from '../core/mod.ts'

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
