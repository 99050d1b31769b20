import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { Refusal } from '../core/mod.ts'
import type { Admit } from './admission.ts'
import type { Context } from './context.ts'
import { OPAQUE, pathOf } from './observe.ts'
import type { Route } from './route.ts'
import { isChunks, sendStream } from './send-stream.ts'

/** A body without a type has the second; the framework finds one by its name sooner. */
const BODY_TYPES = [OPAQUE, '*']

/** Registers every route; what no route takes is refused with not_found or method_not_allowed. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { context, admit }: { context: Context; admit: Admit },
): void {
  const buffered = routes.filter((route) => route.bodyKind.kind !== 'stream')
  const streamed = routes.filter((route) => route.bodyKind.kind === 'stream')
  app.removeAllContentTypeParsers()
  for (const type of BODY_TYPES) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
  }
  for (const route of buffered) registerRoute(app, route, handlerOf(route, { context, admit }))
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    for (const route of streamed) registerRoute(scope, route, handlerOf(route, { context, admit }))
    done()
  })
  app.setNotFoundHandler(notFoundHandler(routes))
}

function registerRoute(app: FastifyInstance, route: Route, handler: RouteHandlerMethod): void {
  const { method, path } = splitName(route)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { name: route.name },
    schema: route.answer ? { response: { '2xx': route.answer } } : {},
    handler,
  })
}

function handlerOf(
  route: Route,
  { context, admit }: { context: Context; admit: Admit },
): RouteHandlerMethod {
  const servesToTheEnd = route.access.to === 'anyone' && route.access.isOperational
  return async (request, reply) => {
    if (request.trace.isLate && !servesToTheEnd) {
      throw new Refusal('overloaded', 'the service is shutting down')
    }
    const call = await admit(route, request)
    if (route.bodyKind.kind === 'stream') request.trace.arrivals.lift(request.raw)
    const { status, headers, body } = await route.handle(call, context)
    if (headers) reply.headers(headers)
    reply.code(status)
    if (!isChunks(body)) return body
    await sendStream(reply, body, (error) => {
      context.log.error({ requestId: request.id, err: error }, 'an answer broke off')
    })
    return reply
  }
}

function splitName({ name }: Route): { method: string; path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}

function notFoundHandler(routes: readonly Route[]): RouteHandlerMethod {
  const known = routes.map((route) => {
    const { method, path } = splitName(route)
    return { method, segments: path.split('/') }
  })
  return (request) => {
    const segments = pathOf(request.url).split('/')
    const methods = known.filter((one) => isPathOf(one.segments, segments)).map((one) => one.method)
    if (methods.length === 0) throw new Refusal('not_found', 'no such path')
    const allow = methods.toSorted().join(', ')
    throw new Refusal('method_not_allowed', `the path takes ${allow}`, { allow })
  }
}

function isPathOf(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => part === segments[at] || (isParameter(part) && segments[at] !== ''))
  )
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}
