import type { TSchema } from 'typebox'
import type { PartnerPermission } from '../../identity/mod.ts'
import type { AnyCall, PortalCall } from '../call.ts'
import { idsOfPath } from '../path-ids.ts'
import type { Operation, Route, RouteName } from '../route.ts'

/** How a route of the portal differs from the route that it offers. */
interface Offer {
  readonly permission: PartnerPermission
  readonly operationId: string
  /** The shape of the response, if it has fewer fields than that of the offered route. */
  readonly response?: TSchema
}

/**
 * Returns the route that offers a route of operators, or of partners, to users of a partner. Path
 * and query cannot name another partner: `partnerId` is theirs, or that of their test partner.
 */
export function ownPartner(
  name: RouteName,
  source: Route,
  { permission, operationId, response = source.response }: Offer,
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
  const access = { to: 'portal', permission } as const
  const operation = operationOf(source.operation, operationId)
  const ids = idsOfPath(name, operation.absent)
  return { name, operation, access, ids, bodyKind: source.bodyKind, query, response, handle }
}

/** Removes the announcement of the Idempotency-Key: every write of the portal takes one. */
function operationOf(
  { isKeyed: _isKeyed, isWrittenOnce: _isWrittenOnce, ...operation }: Operation,
  operationId: string,
): Operation {
  return { ...operation, operationId }
}

/** Returns the route of a list with an id. Throws if there is none. */
export function routeOf(routes: readonly Route[], operationId: string): Route {
  const found = routes.find(({ operation }) => operation.operationId === operationId)
  if (found) return found
  throw new Error(`no route has the operation id ${operationId}`)
}
