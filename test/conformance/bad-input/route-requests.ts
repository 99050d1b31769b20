import type { PathIdName } from '../../../src/http/path-ids.ts'
import { OPERATOR_FILES, OPERATOR_QUERIES } from '../../operator/cases.ts'
import { ENDPOINTS } from './all-endpoints.ts'
import type { Ids } from './fixture.ts'
import { targetOf } from './ids-of-paths.ts'

/**
 * The parameters that each route requires. A route of the portal has the parameters of the route
 * that it offers.
 */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /v2/products': 'currency=USD',
  'GET /v2/products/{productId}': 'currency=USD',
  'GET /v2/accounts/statement': 'currency=USD&from=2026-01-01&to=2026-02-01',
  'GET /portal/v1/link-preview': 'locale=de&currency=USD',
  ...OPERATOR_QUERIES,
}

/** The bodies of routes that only the portal has. */
const PORTAL_BODIES: Readonly<Record<string, object>> = {
  'PUT /portal/v1/link-templates/{templateId}': { name: 'Summer' },
  'PUT /portal/v1/users/{userId}/team': {},
  'POST /portal/v1/wallets/{walletId}/credit-drafts': { amount: 1, referenceId: 'r' },
}

/** Returns the query of a valid request, with placeholders of ids like a path. */
export function queryOf(route: string): string {
  const name = namesOf(route).find((one) => one in QUERIES)
  return name === undefined ? '' : `?${QUERIES[name]}`
}

/** Returns the names of a route. The portal renames the routes of partners and operators. */
function namesOf(route: string): string[] {
  const places = ['/admin/v1/partners/{partnerId}/', '/v2/', '/admin/v1/', '/api/partner/v1/']
  return [route, ...places.map((place) => route.replace('/portal/v1/', place))]
}

/** Returns a request of a route with the ids of `own`, some of which `ids` replaces. */
export function requestFor(
  route: string,
  own: Ids,
  ids: Partial<Readonly<Record<PathIdName, string>>> = {},
) {
  const [method = ''] = route.split(' ')
  const target = targetOf(route + queryOf(route), own, ids)
  const endpoint = namesOf(route)
    .map((name) => ENDPOINTS.find((one) => one.route === name))
    .find((one) => one !== undefined)
  const csv = OPERATOR_FILES[route]
  const json = endpoint?.body(own) ?? PORTAL_BODIES[route]
  const body = csv ?? (json && JSON.stringify(json))
  const headers = { ...(csv !== undefined && { 'content-type': 'text/csv' }) }
  return { method, target, ...(body !== undefined && { body }), headers }
}
