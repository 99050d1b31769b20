import type { Static, TSchema } from 'typebox'
import type { MerchantCall } from './call.ts'
import type { QuerySpec } from './query.ts'
import {
  common,
  pickHandle,
  type Options,
  type Params,
  type Route,
  type RouteName,
} from './route.ts'
import { closed } from './schema.ts'
import type { Handled, Reply } from './sent.ts'

/**
 * Defines a route for merchants: signed, by a credential of theirs. Unknown body fields are
 * refused.
 */
export function merchantRoute<
  const Name extends RouteName,
  Body extends TSchema,
  Shape extends TSchema = TSchema,
  Given extends Reply<Shape> = Reply<Shape>,
>(
  name: Name,
  options: Options<QuerySpec, Body, Shape> &
    Handled<MerchantCall<Params<Name>, Static<Body>>, Shape, Given>,
): Route {
  const body = options.body && closed<TSchema>(options.body)
  return {
    ...common(name, { ...options, body }),
    access: { to: 'merchant' },
    ...pickHandle(options),
  }
}
