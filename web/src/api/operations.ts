import {
  ROUTES as OPERATOR_ROUTES,
  type Operations as OperatorOperations,
} from './operator-operations.ts'
import {
  ROUTES as PORTAL_ROUTES,
  type Operations as PortalOperations,
} from './portal-operations.ts'

/** What the console and the portal read and write. */
export type Operations = OperatorOperations & PortalOperations
export type { Fault, FieldFault } from './operator-operations.ts'

export const ROUTES = { ...OPERATOR_ROUTES, ...PORTAL_ROUTES }
