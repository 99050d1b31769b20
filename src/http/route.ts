import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { KnownCredential, Permission } from '../partners/mod.ts'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import type { QueryOf, QuerySpec } from './query.ts'
import { closed, compileBody, type BodyCheck } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
/** A route as the interface writes it: `GET /v2/orders/{orderId}`. */
export type RouteName = `${Method} /${string}`

type Params<Name extends string> = Name extends `${string}{${infer Param}}${infer Rest}`
  ? Readonly<Record<Param, string>> & Params<Rest>
  : unknown

/** One request that was admitted: what it asks for, read and checked. */
export interface Call<Parameters, Query, Body> {
  readonly params: Parameters
  readonly query: Query
  readonly body: Body
  /** The query as it arrived, for a route that judges it as a whole. */
  readonly rawQuery: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface PartnerCall<Parameters, Query, Body> extends Call<Parameters, Query, Body> {
  readonly partnerId: number
  readonly credential: KnownCredential
}

export interface OperatorCall<Parameters, Query, Body> extends Call<Parameters, Query, Body> {
  /** Who acts, for the audit. */
  readonly actor: string
}

/** A call whose parts only its own route can name; each kind of access adds its fields. */
export type AnyCall = Call<unknown, unknown, unknown>

/** Who may call a route. */
export type Access =
  | { readonly to: 'partner'; readonly permission: Permission }
  | { readonly to: 'operator' }
  | { readonly to: 'anyone'; readonly isOperational: boolean }

/** What a body is: none, JSON of a shape, or bytes of some types that are read as they arrive. */
export type BodyKind =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly check: BodyCheck<unknown>; readonly isOptional: boolean }
  | { readonly kind: 'stream'; readonly contentTypes: readonly string[] }

/** A route as the server registers it. */
export interface Route {
  readonly name: RouteName
  readonly access: Access
  readonly bodyKind: BodyKind
  readonly query: QuerySpec
  /** The shape of its success: fields that are not in it do not get out. */
  readonly answer: TSchema | undefined
  handle(call: AnyCall, context: Context): Promise<Answer>
}

interface Options<Query extends QuerySpec, Body extends TSchema> {
  readonly query?: Query
  readonly body?: Body | undefined
  /** No body at all stands for an empty object. */
  readonly isBodyOptional?: boolean
  readonly answer?: TSchema
}

/** A route of the partners: signed, and allowed to credentials with `permission`. */
export function route<
  const Name extends RouteName,
  Body extends TSchema,
  Query extends QuerySpec = QuerySpec,
>(
  name: Name,
  options: Options<Query, Body> & {
    readonly permission: Permission
    handle(
      call: PartnerCall<Params<Name>, QueryOf<Query>, Static<Body>>,
      context: Context,
    ): Promise<Answer>
  },
): Route {
  const access = { to: 'partner', permission: options.permission } as const
  return { ...common(name, options), access, ...pickHandle(options) }
}

/** A route of the operator, behind the bearer token; its body has no fields but those it names. */
export function operatorRoute<
  const Name extends RouteName,
  Body extends TSchema,
  Query extends QuerySpec = QuerySpec,
>(
  name: Name,
  options: Options<Query, Body> & {
    handle(
      call: OperatorCall<Params<Name>, QueryOf<Query>, Static<Body>>,
      context: Context,
    ): Promise<Answer>
  },
): Route {
  const body = options.body && closed<TSchema>(options.body)
  return {
    ...common(name, { ...options, body }),
    access: { to: 'operator' },
    ...pickHandle(options),
  }
}

/** An operator's route whose body is read as it arrives; the handler bounds it. */
export function operatorUpload<const Name extends RouteName, Query extends QuerySpec = QuerySpec>(
  name: Name,
  options: {
    readonly contentTypes: readonly string[]
    readonly query?: Query
    readonly answer?: TSchema
    handle(
      call: OperatorCall<Params<Name>, QueryOf<Query>, Readable>,
      context: Context,
    ): Promise<Answer>
  },
): Route {
  const bodyKind = { kind: 'stream', contentTypes: options.contentTypes } as const
  return { ...common(name, options), bodyKind, access: { to: 'operator' }, ...pickHandle(options) }
}

/** A route that anyone may call, and that reads its query itself. */
export function openRoute<const Name extends RouteName>(
  name: Name,
  options: {
    /** Answers while the service drains, too. */
    readonly isOperational?: boolean
    handle(call: Call<Params<Name>, unknown, unknown>, context: Context): Promise<Answer>
  },
): Route {
  const access = { to: 'anyone', isOperational: options.isOperational === true } as const
  return { ...common(name, {}), access, ...pickHandle(options) }
}

function common(name: RouteName, options: Options<QuerySpec, TSchema>) {
  const { query = {}, body, isBodyOptional: isOptional = false, answer } = options
  const bodyKind: BodyKind = body
    ? { kind: 'json', check: compileBody(body), isOptional }
    : { kind: 'none' }
  return { name, bodyKind, query, answer }
}

/** Only the method: its parameter is narrower than that of `Route`, which a method may be. */
function pickHandle<Handle>({ handle }: { handle: Handle }): { handle: Handle } {
  return { handle }
}
