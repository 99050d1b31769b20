import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import type { TSchema } from 'typebox'
import { Refusal, notFound } from '../core/mod.ts'
import type { Admission } from './admission.ts'
import { ApprovalRequestedShape } from './approvals/request-shape.ts'
import type { AnyCall } from './call.ts'
import type { Context } from './context.ts'
import { deprecationHeaders } from './deprecation.ts'
import { JSON_TYPE } from './errors.ts'
import { exactJson } from './bodies/exact-json.ts'
import { OPAQUE } from './observability/observe.ts'
import { partnerOf } from './sender.ts'
import { mayTakeLong } from './bodies/large-bodies.ts'
import { BodyReader, OF_LARGE_BODIES, requireSize } from './bodies/read-body.ts'
import { pathOf } from './request-target.ts'
import type { RouteResponse } from './response.ts'
import { approvalOf, type Route } from './route.ts'
import { isChunks, sendStream } from './responses/send-stream.ts'
import { handleTrial, trialOf } from './trial.ts'
import { handleOnce } from './write-once.ts'

/** Fastify finds a parser faster by name than by `*`, which matches a body without a type. */
const BODY_TYPES = [OPAQUE, '*']

/** Under an address of pages, such as `/portal/v1`: no page has this name. */
const INTERFACE = 'v1'

interface RouteServices {
  readonly context: Context
  readonly admission: Admission
}

/** Registers every route. Other requests are refused with not_found or method_not_allowed. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  services: RouteServices,
): void {
  const buffered = routes.filter((route) => route.bodyKind.kind !== 'stream')
  const streamed = routes.filter((route) => route.bodyKind.kind === 'stream')
  readBodies(app, new BodyReader())
  refuseOthers(app, routes)
  for (const route of buffered.filter((one) => !isLarge(one))) registerRoute(app, route, services)
  void app.register((scope, _options, done) => {
    readBodies(scope, new BodyReader(OF_LARGE_BODIES), services.context)
    for (const route of buffered.filter(isLarge)) registerRoute(scope, route, services)
    done()
  })
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    for (const route of streamed) registerRoute(scope, route, services)
    done()
  })
}

/** True if a body of the route may be larger than those of others. */
function isLarge({ operation }: Route): boolean {
  return operation.manyRowsAt !== undefined
}

/** `context` is that of routes with large bodies, whose bytes may extend their time. */
function readBodies(app: FastifyInstance, bodies: BodyReader, context?: Context): void {
  app.removeAllContentTypeParsers()
  for (const type of BODY_TYPES) {
    app.addContentTypeParser(type, (request, payload, done) => {
      const { raw, headers, trace } = request
      if (context && mayTakeLong(context, request)) trace.arrivals.extendByRate(raw)
      bodies.read({ payload, headers, sender: partnerOf(trace) }, done)
    })
  }
}

function registerRoute(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { method, path } = splitName(route)
  app.route({
    method,
    exposeHeadRoute: route.operation.hasHead === true,
    url: path.replace(/\{\w+\*\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { name: route.name, isUnattended: route.operation.isUnattended === true },
    schema: route.response ? { response: responsesOf(route, route.response) } : {},
    onRequest: beforeBody((request) => services.admission.screen(route, request)),
    handler: handlerOf(route, services),
  })
}

/** Returns the shapes of successful responses, by status. */
function responsesOf(route: Route, response: TSchema): Record<string, TSchema> {
  if (!approvalOf(route)) return { '2xx': response }
  return { '2xx': response, 202: ApprovalRequestedShape }
}

/** Returns a hook that checks a request before its body is read. */
function beforeBody(
  check: (request: FastifyRequest) => Promise<void> | undefined,
): onRequestHookHandler {
  return (request, _reply, done) => {
    let checking: Promise<void> | undefined
    try {
      checking = check(request)
    } catch (error) {
      return done(error as Error)
    }
    if (checking) void doneAfter(checking, done)
    else done()
  }
}

async function doneAfter(checking: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await checking
  } catch (error) {
    return done(error as Error)
  }
  return done()
}

function handlerOf(route: Route, { context, admission }: RouteServices): RouteHandlerMethod {
  const announced = deprecationHeaders(route.operation.deprecation)
  const handle = (call: AnyCall, request: FastifyRequest): Promise<RouteResponse> => {
    const trial = trialOf(route, call)
    return trial
      ? handleTrial(context, route, { call, trial })
      : handleOnce(context, route, { call, request })
  }
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (announced) reply.headers(announced)
    const call = await admission.admit(route, request, reply)
    if (route.bodyKind.kind === 'stream') request.trace.arrivals.lift(request.raw)
    const { span } = request.trace
    const { status, headers, body, orderId, shown } = await (span
      ? span.run(() => handle(call, request))
      : handle(call, request))
    if (orderId !== undefined) request.trace.orderId = orderId
    if (shown) request.trace.shown = shown
    if (headers) reply.headers(headers)
    reply.code(status)
    if (route.operation.hasSums === true) reply.type(JSON_TYPE).serializer(exactJson)
    if (!isChunks(body)) return body
    // A client that reads slowly holds up no other request with many rows.
    if (isLarge(route)) admission.leave(request)
    await sendStream(reply, body, (error) => {
      context.log.error({ requestId: request.id, err: error }, 'a response was aborted')
    })
    return reply
  }
  if (!isLarge(route)) return respond
  return async (request, reply) => {
    try {
      return await respond(request, reply)
    } finally {
      admission.leave(request)
    }
  }
}

function splitName({ name }: Route): { method: string; path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}

/** Refuses requests that match no route. */
function refuseOthers(app: FastifyInstance, routes: readonly Route[]): void {
  const paths = routes.map((route) => {
    const { method, path } = splitName(route)
    const methods = route.operation.hasHead === true ? [method, 'HEAD'] : [method]
    return { methods, segments: path.split('/') }
  })
  const check = (request: FastifyRequest): undefined => {
    const { name } = request.routeOptions.config
    const isMatched =
      name !== undefined && !hasEmptyParameter(request.params) && isSpelled(name, request)
    if (isMatched && !isUnknownCall(name, request)) return
    requireSize(request)
    const segments = pathOf(request.url).split('/')
    const methods = paths
      .filter((one) => isPathOf(one.segments, segments))
      .flatMap((one) => one.methods)
    if (methods.length === 0) throw notFound('path')
    const allow = [...new Set(methods)].toSorted().join(', ')
    throw new Refusal('method_not_allowed', `the path allows ${allow}`, { allow })
  }
  app.addHook('onRequest', beforeBody(check))
}

/**
 * False if a literal segment of the route was percent-encoded: `/%61dmin/v1` would pass a proxy
 * that filters `/admin`.
 */
function isSpelled(name: string, { url }: FastifyRequest): boolean {
  if (!url.includes('%')) return true
  const segments = pathOf(url).split('/')
  return name.split('/').every((part, at) => at === 0 || isParameter(part) || part === segments[at])
}

/**
 * True if the pages of the portal matched a path of its interface: a program gets a refusal, and no
 * page.
 */
function isUnknownCall(name: string, { url }: FastifyRequest): boolean {
  return name.endsWith('*}') && pathOf(url).split('/')[2] === INTERFACE
}

/** True if a parameter is empty: the router matches `/v2/orders/` with an empty id. */
function hasEmptyParameter(params: unknown): boolean {
  const values = (params ?? {}) as Readonly<Record<string, string>>
  for (const name in values) if (values[name] === '') return true
  return false
}

function isPathOf(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    !(pattern.at(-1)?.endsWith('*}') && segments.at(-1) === INTERFACE) &&
    pattern.every((part, at) => part === segments[at] || (isParameter(part) && segments[at] !== ''))
  )
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}
