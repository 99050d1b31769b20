import { PERMITTED_ROLES } from '../api/permitted-roles.ts'
import type { Operations } from '../api/operations.ts'
import { routeOf } from '../api/routes.ts'
import { readable } from '../format/format.ts'
import { LANGUAGE } from '../format/locale.ts'
import type { Session } from './session.ts'

const alternatives = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' })

/**
 * Returns the roles that permit an operation, such as "admin or finance", in the application of the
 * user.
 */
export function rolesFor(operation: keyof Operations, { user }: Session): string {
  const { permission = '' } = routeOf(operation)
  const table = user.partnerId === null ? PERMITTED_ROLES.operator : PERMITTED_ROLES.partner
  return alternatives.format((table[permission] ?? []).map(readable))
}
