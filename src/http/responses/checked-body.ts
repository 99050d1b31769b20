import type { Static, TSchema } from 'typebox'
import type { Context } from '../context.ts'
import type { LongNumber } from '../bodies/exact-json.ts'
import type { RouteResponse } from '../response.ts'
import type { Chunks } from './send-stream.ts'

/** A response with a body of a shape. */
export type Reply<Shape extends TSchema> = RouteResponse<SentOf<Shape>>

/** A handler. The type of its response is inferred, and its body has only fields of the shape. */
export type CheckedHandler<
  Caller,
  Shape extends TSchema,
  Given extends RouteResponse,
> = WithoutExcess<Given['body'], Shape> & { handle(call: Caller, context: Context): Promise<Given> }

/** The body of a response with this shape. An optional field may also be undefined. */
type SentOf<Shape extends TSchema> = SentValue<Static<Shape>>

type Leaf = string | number | boolean | null | undefined | LongNumber

export type SentValue<T> = unknown extends T
  ? unknown
  : T extends Leaf
    ? T
    : T extends readonly (infer Entry)[]
      ? readonly SentValue<Entry>[]
      : {
          readonly [K in keyof T]:
            | SentValue<T[K]>
            | (T extends Record<K, unknown> ? never : undefined)
        }

/**
 * Does not compile if `Given` has a field that the shape lacks, which would not be sent. TypeScript
 * itself checks this only for object literals, not for the results of functions.
 */
type WithoutExcess<Given, Shape extends TSchema> =
  Excess<Exclude<Given, Uint8Array | Chunks>, Static<Shape>> extends infer Name
    ? [Name] extends [never]
      ? unknown
      : { readonly response: { readonly lacks: Name } }
    : never

/** The names of the fields of `Given` that `T` lacks. */
type Excess<Given, T> = unknown extends T | Given
  ? never
  : Given extends Leaf
    ? never
    : Given extends readonly (infer Entry)[]
      ? Excess<Entry, EntryOf<T>>
      : {
          [K in keyof Given]-?: K extends NameOf<T> ? Excess<Given[K], FieldOf<T, K>> : K
        }[keyof Given]

type EntryOf<T> = T extends readonly (infer Entry)[] ? Entry : never
/** The names of the fields of any of a union. */
type NameOf<T> = T extends unknown ? keyof T : never
type FieldOf<T, K extends PropertyKey> = T extends { readonly [Name in K]?: infer Field }
  ? Field
  : never
