import type { User } from '../api/operator-operations.ts'

type Role = User['role']

/** The roles of users of the operator, and of users of a partner. */
export const OPERATOR_ROLES: readonly Role[] = [
  'admin',
  'finance',
  'operations',
  'support',
  'auditor',
]
export const PARTNER_ROLES: readonly Role[] = [
  'owner',
  'finance',
  'developer',
  'viewer',
  'buyer',
  'approver',
]
