/**
 * Permissions: the table of roles, and the decision on locked rows whether somebody may do an act.
 * Owns no table; it reads users, their sessions and passkeys, service_tokens and partners.
 */
export { issuerHolds, issuerName, issuerOf, lockIssued, type Issuer } from './issuer.ts'
export { refusalOfAct, requireAct, type Needs } from './require-act.ts'
export { requireStepUp } from './require-step-up.ts'
export {
  OPERATOR_PERMISSIONS,
  OPERATOR_ROLES,
  operatorRolesWith,
  partnerRolesWith,
  PARTNER_ROLES,
  permissionsOfOperator,
  permissionsOfPartner,
  readRole,
  TOKEN_MAKERS,
  type OperatorPermission,
  type OperatorRole,
  type PartnerPermission,
  type PartnerRole,
  type Role,
  type UserPermission,
} from './roles.ts'
