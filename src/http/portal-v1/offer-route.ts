import type { TSchema } from 'typebox'
import type { PartnerPermission } from '../../identity/mod.ts'
import type { AnyCall, PortalCall } from '../call.ts'
import { idsOfPath } from '../path-ids.ts'
import type { Operation, Route, RouteName } from '../route.ts'

/** A route of the portal that offers a route of operators, or of partners. */
export interface RouteOffer {
  readonly name: RouteName
  /** The name of the route that it offers. */
  readonly source: RouteName
  readonly permission: PartnerPermission
  readonly operationId: string
  /** The shape of the response, if it has fewer fields than that of the source. */
  readonly response?: TSchema
}

/** Declares that the portal offers a route of operators, or of partners, under another name. */
export function offerRoute(name: RouteName, options: Omit<RouteOffer, 'name'>): RouteOffer {
  return { name, ...options }
}

/** Returns routes of the portal. The sources of its offers are found by name among `others`. */
export function portalRoutes(
  declared: readonly (Route | RouteOffer)[],
  others: readonly Route[],
): readonly Route[] {
  const byName = new Map(others.map((route) => [route.name, route]))
  return declared.map((route) => {
    if (!('source' in route)) return route
    const source = byName.get(route.source)
    if (!source) throw new Error(`${route.name} offers ${route.source}, which is not a route`)
    return offerToPartner(route, source)
  })
}

/**
 * Returns the route that offers another one to users of a partner. Path and query cannot name
 * another partner: `partnerId` is theirs, or that of their test partner.
 */
function offerToPartner(
  { name, permission, operationId, response }: RouteOffer,
  source: Route,
): Route {
  const { partnerId: isByPartner, ...query } = source.query
  const handle: Route['handle'] = async (call, context) => {
    // A route with this access only ever gets such calls.
    const portalCall = call as PortalCall<object, object, unknown>
    const { partnerId } = portalCall
    const operatorCall: AnyCall = {
      ...portalCall,
      params: { ...portalCall.params, partnerId: String(partnerId) },
      query: isByPartner ? { ...portalCall.query, partnerId } : portalCall.query,
    }
    return await source.handle(operatorCall, context)
  }
  const operation = operationOf(source.operation, operationId)
  return {
    name,
    operation,
    access: { to: 'portal', permission },
    ids: idsOfPath(name, operation.absent),
    bodyKind: source.bodyKind,
    query,
    response: response ?? source.response,
    handle,
  }
}

/** Removes the announcement of the Idempotency-Key: every write of the portal takes one. */
function operationOf(
  { isKeyed: _isKeyed, isWrittenOnce: _isWrittenOnce, ...operation }: Operation,
  operationId: string,
): Operation {
  return { ...operation, operationId }
}
