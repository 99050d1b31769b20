import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { ApprovalKind, RefusalKind } from '../core/mod.ts'
import { OPERATOR_PERMISSIONS } from '../identity/mod.ts'
import type { OperatorPermission, PartnerPermission } from '../identity/mod.ts'
import type { Permission } from '../partners/mod.ts'
import type {
  AnyCall,
  Call,
  MerchantCall,
  OperatorCall,
  PartnerCall,
  PortalCall,
  UserCall,
  VisitorCall,
} from './call.ts'
import type { RouteResponse } from './response.ts'
import type { CheckedHandler, Reply } from './responses/checked-body.ts'
import type { Context } from './context.ts'
import type { Deprecation } from './deprecation.ts'
import { idsOfPath, type AbsentIds, type PathIdName, type PlacedId } from './path-ids.ts'
import type { QueryOf, QuerySpec } from './queries/query.ts'
import { closed, compileBody, type BodyCheck } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
/** A route as the interface writes it: `GET /v2/orders/{orderId}`. */
export type RouteName = `${Method} /${string}`

/** The ids in the path of a route. Each one has its type in `PATH_IDS`. */
export type Params<Name extends string> = Name extends `${string}{${infer Param}}${infer Rest}`
  ? Readonly<Record<Param & PathIdName, string>> & Params<Rest>
  : unknown

/**
 * Who may call a route. For `user`, that is anyone who is signed in; for `portal`, a user of a
 * partner.
 */
export type Access =
  | { readonly to: 'partner'; readonly permission: Permission }
  | {
      readonly to: 'operator'
      readonly permission: OperatorPermission
      /** The kind of the approvals of its act, if one can be requested. */
      readonly approval?: ApprovalKind
    }
  | { readonly to: 'merchant' }
  | { readonly to: 'portal'; readonly permission: PartnerPermission }
  | { readonly to: 'user' }
  /** Anyone, from a page of this service. */
  | { readonly to: 'visitor' }
  | { readonly to: 'anyone'; readonly isOperational: boolean }

/**
 * Returns the kind of the approvals of a route. Undefined if no approval of its act can be
 * requested: `recordAudits` refuses such an act if it gives away too much.
 */
export function approvalOf({ access }: Pick<Route, 'access'>): ApprovalKind | undefined {
  return access.to === 'operator' ? access.approval : undefined
}

/** True for operators' routes and the portal's: each of their writes takes an Idempotency-Key. */
export function isOfPeople(
  access: Access,
): access is Extract<Access, { readonly to: 'operator' | 'portal' }> {
  return access.to === 'operator' || access.to === 'portal'
}

/** The body of a route: none, JSON of a shape, or a stream of certain content types. */
export type BodyKind =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json'
      readonly schema: TSchema
      readonly check: BodyCheck<unknown>
      readonly isOptional: boolean
    }
  | { readonly kind: 'stream'; readonly contentTypes: readonly string[] }

/** Fields of which test credentials may send reserved values. */
export type ReservedField = 'clientReference' | 'referenceId'

/** The parts of a route's OpenAPI document beside its shapes. */
export interface Operation {
  /** Unique among the routes of partners, or of operators. */
  readonly operationId: string
  /** One sentence without its full stop. */
  readonly summary: string
  readonly description?: string
  /** The statuses of success: 200 unless given. */
  readonly success?: readonly (200 | 201 | 202)[]
  /** The content type of success if it is not JSON, or not always. */
  readonly produces?: readonly string[]
  /** The shape of a body that the route checks itself. */
  readonly documentedBody?: TSchema
  /** The shape of a response that the route writes itself. */
  readonly documentedResponse?: TSchema
  /** True if a partner may send Idempotency-Key. Operators may with every write. */
  readonly isKeyed?: boolean
  /**
   * True if a write of a partner is done once for each key, and audited, as every operator's write
   * is.
   */
  readonly isWrittenOnce?: boolean
  /**
   * True if a body may hold a code or personal data. Then a keyed hash of it is stored with the
   * Idempotency-Key: a plain hash could be compared with guesses.
   */
  readonly hasPrivateBody?: boolean
  /** True if it shows secrets once: its response is stored under no Idempotency-Key. */
  readonly isShownOnce?: boolean
  /** True if pages call it by themselves: it is not a use of a session. */
  readonly isUnattended?: boolean
  /**
   * True if its response has sums made by `wireSum`. It is sent as it is, without the serializer.
   */
  readonly hasSums?: boolean
  /** True if it supports If-None-Match. */
  readonly isCached?: boolean
  /** True if it responds to HEAD as well. */
  readonly hasHead?: boolean
  /** Announced in the headers of each response. */
  readonly deprecation?: Deprecation
  /** The field of its body by which test credentials ask for a response; see `TRIALS`. */
  readonly reservedField?: ReservedField
  /** The field of its body that has rows: each is refused by itself. */
  readonly rowsAt?: string
  /**
   * The field of its body that has so many rows that the body may be larger than others. It is read
   * in steps, so that it holds up no other request.
   */
  readonly manyRowsAt?: string
  /** How it refuses an unknown id in its path, if not as `PATH_IDS` says. */
  readonly absent?: AbsentIds
  /** Its refusals besides those that follow from its access, parameters and body. */
  readonly refuses?: readonly RefusalKind[]
}

/** A route as the server registers it. */
export interface Route {
  readonly name: RouteName
  readonly operation: Operation
  readonly access: Access
  readonly ids: readonly PlacedId[]
  readonly bodyKind: BodyKind
  readonly query: QuerySpec
  /** The shape of a successful response. Fields that are not in it are not sent. */
  readonly response: TSchema | undefined
  handle(call: AnyCall, context: Context): Promise<RouteResponse>
  /** Rebuilds the response to a repeated write whose stored response is lost. */
  recall?(call: AnyCall, context: Context, target: string): Promise<RouteResponse>
}

export interface Options<Query, Body, Shape> extends Operation {
  readonly query?: Query
  readonly body?: Body | undefined
  /** No body means an empty object. */
  readonly isBodyOptional?: boolean
  readonly response?: Shape
}

/** The call that the handler of a route gets, by the access of the route. */
interface CallsTo<Parameters, Query, Body> {
  readonly partner: PartnerCall<Parameters, Query, Body>
  readonly operator: OperatorCall<Parameters, Query, Body>
  readonly merchant: MerchantCall<Parameters, Body>
  readonly portal: PortalCall<Parameters, Query, Body>
  readonly user: UserCall<Parameters, Query, Body>
  readonly visitor: VisitorCall<Body>
}

/** The permission of a route with access `To`, if that takes one. */
type Grant<To extends Access['to']> = Omit<Extract<Access, { readonly to: To }>, 'to'>

/**
 * Returns the function that defines routes of one access. Unknown fields of a body are ignored for
 * partners and refused for all others.
 */
function define<const To extends keyof CallsTo<unknown, unknown, unknown>>(
  to: To,
  accessOf: (grant: Grant<To>, name: RouteName) => Access,
) {
  return function defined<
    const Name extends RouteName,
    Body extends TSchema,
    Query extends QuerySpec = QuerySpec,
    Shape extends TSchema = TSchema,
    Given extends Reply<Shape> = Reply<Shape>,
  >(
    name: Name,
    options: Options<Query, Body, Shape> &
      Grant<To> &
      CheckedHandler<CallsTo<Params<Name>, QueryOf<Query>, Static<Body>>[To], Shape, Given> & {
        /** See `recall` of `Route`; `target` is that of the audit log. */
        recall?(
          call: CallsTo<Params<Name>, QueryOf<Query>, Static<Body>>[To],
          context: Context,
          target: string,
        ): Promise<Given>
      },
  ): Route {
    const body = to === 'partner' ? options.body : options.body && closed<TSchema>(options.body)
    return {
      ...common(name, { ...options, body }),
      access: accessOf(options, name),
      ...pickHandle(options),
      ...pickRecall(options),
    }
  }
}

/** Defines a route for partners: signed, by a credential with `permission`. */
export const route = define('partner', ({ permission }) => ({ to: 'partner', permission }))
/** Defines an operator route, for whoever has `permission`. */
export const operatorRoute = define('operator', (grant, name) => toOperators(name, grant))
/** Defines a route for merchants: signed, by a credential of theirs. */
export const merchantRoute = define('merchant', () => ({ to: 'merchant' }))
/** Defines a route for users of a partner whose role has `permission`. */
export const portalRoute = define('portal', ({ permission }) => ({ to: 'portal', permission }))
/**
 * Defines a route for users who are signed in, about their own account: also users who must add a
 * second factor first.
 */
export const userRoute = define('user', () => ({ to: 'user' }))
/** Defines a route for anyone, from a page of this service. */
export const visitorRoute = define('visitor', () => ({ to: 'visitor' }))

/** Defines an operator route with a streamed body. The handler limits its size. */
export function operatorUpload<
  const Name extends RouteName,
  Query extends QuerySpec = QuerySpec,
  Shape extends TSchema = TSchema,
  Given extends Reply<Shape> = Reply<Shape>,
>(
  name: Name,
  options: Operation &
    CheckedHandler<OperatorCall<Params<Name>, QueryOf<Query>, Readable>, Shape, Given> & {
      readonly permission: OperatorPermission
      readonly approval?: ApprovalKind
      readonly contentTypes: readonly string[]
      readonly query?: Query
      readonly response?: Shape
    },
): Route {
  const bodyKind = { kind: 'stream', contentTypes: options.contentTypes } as const
  const access = toOperators(name, options)
  return { ...common(name, options), bodyKind, access, ...pickHandle(options) }
}

function toOperators(name: RouteName, { permission, approval }: Grant<'operator'>): Access {
  if (OPERATOR_PERMISSIONS.includes(permission)) {
    return { to: 'operator', permission, ...(approval && { approval }) }
  }
  throw new Error(`${name} names no permission of operators`)
}

/** Defines a route that anyone may call, and that reads its own query. */
export function openRoute<const Name extends RouteName>(
  name: Name,
  options: Operation & {
    /** True if the route also responds while the service drains. */
    readonly isOperational?: boolean
    handle(call: Call<Params<Name>, unknown, unknown>, context: Context): Promise<RouteResponse>
  },
): Route {
  const access = { to: 'anyone', isOperational: options.isOperational === true } as const
  return { ...common(name, options), access, ...pickHandle(options) }
}

function common(name: RouteName, options: Options<QuerySpec, TSchema, TSchema>) {
  const { query = {}, body, isBodyOptional: isOptional = false, response, absent } = options
  const bodyKind: BodyKind = body
    ? { kind: 'json', schema: body, check: compileBody(body), isOptional }
    : { kind: 'none' }
  return { name, operation: options, ids: idsOfPath(name, absent), bodyKind, query, response }
}

/** Returns the handler as a method, whose parameters TypeScript compares bivariantly. */
function pickHandle<Handle>({ handle }: { handle: Handle }): { handle: Handle } {
  return { handle }
}

const pickRecall = <Recall>({ recall }: { recall?: Recall }): { recall?: Recall } =>
  recall ? { recall } : {}
