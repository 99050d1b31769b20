import type { RefusalKind } from '../core/mod.ts'
import { DIALECTS } from './dialects.ts'
import { approvalOf, isOfPeople, type Route } from './route.ts'

const KINDS = Object.keys(DIALECTS.v2) as RefusalKind[]

/** Any request can have a malformed target, or a body that is too large or compressed. */
const EVERYWHERE = [
  'invalid_request',
  'unsupported_media_type',
  'body_too_large',
  'overloaded',
] as const

const LIMITED: ReadonlySet<string> = new Set(['partner', 'operator', 'merchant'])

/**
 * Returns the kinds with which a route can refuse: those that follow from its access, parameters
 * and body, and those that it declares.
 */
export function kindsRefusedBy(route: Route): RefusalKind[] {
  const { access, name, operation } = route
  const kinds = new Set<RefusalKind>(EVERYWHERE)
  if (access.to !== 'anyone') kinds.add('invalid_parameters').add('permission_missing')
  if (access.to !== 'anyone' && access.to !== 'visitor') kinds.add('unauthenticated')
  if (LIMITED.has(access.to)) kinds.add('rate_limited')
  if (name.includes('{')) kinds.add('not_found')
  if (isOfPeople(access) && !name.startsWith('GET ')) kinds.add('idempotency_conflict')
  if (approvalOf(route)) kinds.add('step_up_required')
  for (const kind of operation.refuses ?? []) kinds.add(kind)
  return KINDS.filter((kind) => kinds.has(kind))
}
