import { invalidField } from '../core/mod.ts'

/** The roles of users of the operator. `admin` has every permission. */
export const OPERATOR_ROLES = ['admin', 'finance', 'operations', 'support', 'auditor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** The roles of users of a partner. `owner` has every permission. */
export const PARTNER_ROLES = [
  'owner',
  'finance',
  'developer',
  'viewer',
  'buyer',
  'approver',
] as const
export type PartnerRole = (typeof PARTNER_ROLES)[number]

export type Role = OperatorRole | PartnerRole

type RolesByPermission<Roles extends string> = Readonly<Record<string, readonly Roles[]>>

/**
 * The permissions of users of the operator, each with the roles other than `admin` that have it.
 */
const OPERATOR_TABLE = {
  'alerts:read': ['finance', 'operations', 'support', 'auditor'],
  'alerts:write': ['finance', 'operations'],
  'approvals:read': ['finance', 'operations', 'auditor'],
  // An approver must also have the permission of the act itself.
  'approvals:write': ['finance', 'operations'],
  'audit:read': ['auditor'],
  'cases:read': ['finance', 'operations', 'support', 'auditor'],
  'cases:write': ['operations'],
  'catalog:read': ['finance', 'operations', 'support', 'auditor'],
  'catalog:write': ['operations'],
  'codes:find': ['operations', 'support'],
  'consumers:erase': [],
  'consumers:read': ['finance', 'operations', 'support', 'auditor'],
  'consumers:write': ['operations'],
  'costs:read': ['finance', 'operations', 'auditor'],
  'costs:write': ['finance'],
  'credits:read': ['finance', 'operations', 'auditor'],
  // Imports of wallet credits from files. The credits are paid from the funds of the partner.
  'credits:write': ['finance'],
  'credentials:read': ['operations', 'auditor'],
  'credentials:write': ['operations'],
  'events:read': ['operations', 'support', 'auditor'],
  'funds:read': ['finance', 'operations', 'auditor'],
  'funds:write': ['finance'],
  'keys:read': ['auditor'],
  'keys:write': [],
  'ledger:read': ['finance', 'operations', 'auditor'],
  'ledger:verify': ['finance', 'operations'],
  'links:read': ['finance', 'operations', 'support', 'auditor'],
  'links:write': ['operations'],
  // Whoever sees the address of a link can claim it.
  'links:reveal': [],
  'mails:read': ['operations', 'support', 'auditor'],
  'mails:write': ['operations', 'support'],
  'merchants:read': ['finance', 'operations', 'support', 'auditor'],
  'merchants:write': ['operations'],
  'orders:read': ['finance', 'operations', 'support', 'auditor'],
  'orders:write': ['operations'],
  'partners:read': ['finance', 'operations', 'support', 'auditor'],
  'partners:write': ['operations'],
  // Allows the query parameter `unmasked=true`.
  'personal-data:read': ['operations', 'auditor'],
  'prices:read': ['finance', 'operations', 'auditor'],
  'prices:write': ['finance'],
  'reconciliations:read': ['finance', 'auditor'],
  'reconciliations:write': ['finance'],
  'reports:read': ['finance', 'auditor'],
  'requests:read': ['operations', 'support', 'auditor'],
  'settings:read': ['finance', 'operations', 'auditor'],
  'stock:read': ['finance', 'operations', 'support', 'auditor'],
  'stock:write': ['operations'],
  'tokens:read': ['auditor'],
  'tokens:write': [],
  'upstreams:read': ['finance', 'operations', 'auditor'],
  'upstreams:write': ['operations'],
  'users:read': ['auditor'],
  'users:write': [],
  'webhooks:read': ['operations', 'support', 'auditor'],
  'webhooks:write': ['operations'],
} as const satisfies RolesByPermission<OperatorRole>

/** The permissions of users of a partner, each with the roles other than `owner` that have it. */
const PARTNER_TABLE = {
  'balance:read': ['finance', 'developer', 'viewer', 'buyer', 'approver'],
  // Notices about funds by mail to the user who asks for them.
  'funds-notices:write': ['finance'],
  'catalog:read': ['finance', 'developer', 'viewer', 'buyer', 'approver'],
  'orders:read': ['finance', 'developer', 'viewer', 'buyer', 'approver'],
  'orders:write': ['buyer'],
  'orders:approve': ['finance', 'approver'],
  'order-rules:write': [],
  // Only for people who may use the bought codes: a code is like cash.
  'codes:read': ['buyer'],
  'cases:read': ['finance', 'developer', 'viewer', 'buyer', 'approver'],
  'cases:write': ['developer', 'buyer'],
  // Names and addresses of the partner's consumers.
  'consumers:read': ['finance'],
  'consumers:write': ['finance'],
  'wallet-settings:write': [],
  'credits:read': ['finance'],
  'credits:write': ['finance'],
  'links:read': ['finance', 'buyer'],
  'links:write': ['buyer'],
  'credentials:read': ['developer'],
  'credentials:write': ['developer'],
  'webhooks:read': ['developer'],
  'webhooks:write': ['developer'],
  'requests:read': ['developer'],
  'users:read': [],
  'users:write': [],
} as const satisfies RolesByPermission<PartnerRole>

export type OperatorPermission = keyof typeof OPERATOR_TABLE
export type PartnerPermission = keyof typeof PARTNER_TABLE
export type UserPermission = OperatorPermission | PartnerPermission

export const OPERATOR_PERMISSIONS = Object.keys(OPERATOR_TABLE) as OperatorPermission[]
const PARTNER_PERMISSIONS = Object.keys(PARTNER_TABLE) as PartnerPermission[]

export function permissionsOfOperator(role: OperatorRole): ReadonlySet<OperatorPermission> {
  const isPermitted = (one: OperatorPermission): boolean => {
    const roles: readonly OperatorRole[] = OPERATOR_TABLE[one]
    return role === 'admin' || roles.includes(role)
  }
  return new Set(OPERATOR_PERMISSIONS.filter(isPermitted))
}

/**
 * Returns the roles of the operator that have all these permissions; none if one of them exists
 * for partners only.
 */
export function operatorRolesWith(permissions: readonly UserPermission[]): readonly OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => {
    const held: ReadonlySet<UserPermission> = permissionsOfOperator(role)
    return permissions.every((one) => held.has(one))
  })
}

/**
 * Returns the roles of a partner that have all these permissions; none if one of them exists for
 * operators only.
 */
export function partnerRolesWith(permissions: readonly UserPermission[]): readonly PartnerRole[] {
  return PARTNER_ROLES.filter((role) => {
    const held: ReadonlySet<UserPermission> = permissionsOfPartner(role)
    return permissions.every((one) => held.has(one))
  })
}

/** The roles that may make service tokens. A token ends when its maker loses such a role. */
export const TOKEN_MAKERS = operatorRolesWith(['tokens:write'])

export function permissionsOfPartner(role: PartnerRole): ReadonlySet<PartnerPermission> {
  const isPermitted = (one: PartnerPermission): boolean => {
    const roles: readonly PartnerRole[] = PARTNER_TABLE[one]
    return role === 'owner' || roles.includes(role)
  }
  return new Set(PARTNER_PERMISSIONS.filter(isPermitted))
}

/**
 * Returns a role of the partner or, without a partner, of the operator. Refuses invalid_request.
 */
export function readRole(role: string, partnerId: number | undefined): Role {
  const roles: readonly Role[] = partnerId === undefined ? OPERATOR_ROLES : PARTNER_ROLES
  const knownRole = roles.find((one) => one === role)
  if (knownRole !== undefined) return knownRole
  const whose = partnerId === undefined ? 'the operator' : 'a partner'
  throw invalidField('role', `must be a role of ${whose}: ${roles.join(', ')}`)
}
