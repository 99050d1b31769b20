import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fastJson from 'fast-json-stringify'
import Fastify, { type FastifyInstance } from 'fastify'
import { countOpenAlerts } from '../alerts/mod.ts'
import { readFloats } from '../upstream/mod.ts'
import { AdmissionQueue } from './admission-queue.ts'
import { createAdmission } from './admission.ts'
import { answerClientError } from './client-errors.ts'
import type { Context, Services } from './context.ts'
import { familyOf } from './dialects.ts'
import { answerError } from './errors.ts'
import { addressesOf, listenAt, type Listening } from './listen.ts'
import { begin, observeRequests, Traffic } from './observe.ts'
import { OpenStreams } from './open-streams.ts'
import { OperatorDoor } from './operator-door.ts'
import { afterEarlier } from './pipelined.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createReadiness } from './readiness.ts'
import { pathAndQuery } from './request-target.ts'
import { OPERATIONAL_ROUTES, ROUTES } from './routes.ts'
import { registerRoutes } from './routing.ts'
import { createCatalogPages } from './v2/catalog-pages.ts'

/** An upload is read as fast as it is stored; other bodies have `BODY_MS_MAX`, headers this. */
const UPLOAD_MS_MAX = 1_800_000
const HEADERS_MS_MAX = 10_000
const TIMEOUTS_CHECK_MS = 1_000
/** How long an idle connection is kept, and one on which nothing moves while it answers. */
const KEEP_ALIVE_MS = 60_000
const STALLED_MS = 120_000
/** Longer than a request line can be, so that handlers and not the router judge ids. */
const PARAMETER_LENGTH_MAX = 65_536
/** Pairs of order and credential whose polls are counted at once. */
const POLLS_MAX = 100_000
const MS_PER_SECOND = 1_000

/** The service's HTTP side. */
export interface HttpServer {
  /** Returns the base URL. Throws if the address cannot be had. */
  listen(): Promise<string>
  /** Returns the base URL of the operator's own address, if it has one. Throws as `listen`. */
  listenForOperator(): Promise<string | undefined>
  /**
   * Takes no more requests (503, and not ready), ends connections with their answers, and answers
   * when none is under way any more, at the latest after the setting's seconds.
   */
  drain(): Promise<void>
  /** Ends what is left, and stops listening. */
  close(): Promise<void>
}

/** Answers partners and the operator, unless it is a worker's, and whoever watches the process. */
export function buildServer(services: Services): HttpServer {
  const traffic = new Traffic(services.clock)
  let listening: Listening | undefined
  const context: Context = {
    ...services,
    polls: createRateLimiter(services.clock, POLLS_MAX),
    openStreams: new OpenStreams(services.config),
    catalogPages: createCatalogPages(services),
    readiness: createReadiness(services),
    isDraining: () => traffic.isDraining,
    // Never of the request: whoever sends it chooses its Host.
    baseUrl: () => services.config.publicUrl ?? listening?.url ?? '',
  }
  const app = createApp(services, traffic)
  app.addHook('onRequest', ({ raw }, reply, done) => afterEarlier(raw, reply.raw, done))
  observeRequests(app, services, traffic)
  const door = new OperatorDoor(app, services.config)
  letWritesWait(app, services)
  observeService(services)
  const { host, port, role, drainSecondsMax } = services.config
  const routes = role === 'worker' ? OPERATIONAL_ROUTES : ROUTES
  registerRoutes(app, routes, { context, admission: createAdmission(context) })
  return {
    async listen() {
      listening = await listenAt({ app, port }, await addressesOf(host))
      return listening.url
    },
    async listenForOperator() {
      await door.open()
      return door.url
    },
    async drain() {
      traffic.drain()
      await Promise.race([
        traffic.idle(),
        pause(drainSecondsMax * MS_PER_SECOND, undefined, { ref: false }),
      ])
    },
    async close() {
      traffic.arrivals.stop()
      listening?.stopOthers()
      door.close()
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

function createApp(services: Services, traffic: Traffic): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '' }) => pathAndQuery(url),
    requestTimeout: UPLOAD_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: STALLED_MS,
    http: {
      headersTimeout: HEADERS_MS_MAX,
      connectionsCheckingInterval: TIMEOUTS_CHECK_MS,
      // Refused by us, with an id and a body, where Node.js says nothing but 400.
      requireHostHeader: false,
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    clientErrorHandler: answerClientError,
    frameworkErrors(error, request, reply) {
      afterEarlier(request.raw, reply.raw, () => {
        begin(request, reply, { services, traffic })
        void answerError(error, request, { reply, services })
      })
    },
  })
  // Nothing else than 100-continue can be expected, and who does gets the usual answer, not 417.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  // Node.js would hang up without a word; as it is, it listens to errors of the socket no more.
  app.server.on('connect', ({ url }, socket) => {
    socket.on('error', () => socket.destroy())
    answerClientError(new Error('CONNECT'), socket, url)
  })
  app.setSerializerCompiler(({ schema }) => bytesWriter(schema))
  app.setErrorHandler((error, request, reply) => answerError(error, request, { reply, services }))
  return app
}

/**
 * Answers as bytes, which the framework sends as they are: of text it counts the bytes first, and
 * Node.js then joins it with the headers and encodes both. Its types know of text only.
 */
function bytesWriter(schema: object): (answer: unknown) => string {
  const textOf = fastJson(schema)
  return (answer) => Buffer.from(textOf(answer)) as unknown as string
}

/** What partners write. The operator, and whoever watches, never waits. */
function letWritesWait(app: FastifyInstance, services: Services): void {
  const room = new AdmissionQueue(services)
  app.addHook('onRequest', ({ method, url, headers }, reply, done) => {
    if (method !== 'POST' || familyOf(url) === 'admin-v1') return done()
    services.clientWrites.came()
    return room.enter(headers['x-client-id'], reply.raw, done)
  })
  services.metrics.observe('tessera_http_writes_waiting', 'Writes that wait to be read', () =>
    room.waiting(),
  )
}

function observeService({ metrics, ledger, db, countBatches }: Services): void {
  metrics.observe('tessera_ledger_queued_writes', 'Writes that wait for their group', () =>
    ledger.queued(),
  )
  metrics.observeEach(
    {
      name: 'tessera_batches_open',
      help: 'Batches that are not completed, by their status, but for those of cancelled orders',
      label: 'status',
    },
    async () => new Map([...NO_BATCHES, ...(await countBatches())]),
  )
  const help = 'Alerts that are open, by their kind'
  metrics.observeEach({ name: 'tessera_alerts_open', help, label: 'kind' }, () =>
    countOpenAlerts(db),
  )
  metrics.observeEach(
    {
      name: 'tessera_upstream_float',
      help: 'What we have at each upstream, in the currency of its account',
      label: 'upstream',
    },
    () => readFloats(db),
  )
}

/** A status without batches is shown as well. */
const NO_BATCHES: readonly [string, number][] = [
  ['PENDING', 0],
  ['PROCESSING', 0],
  ['FAILED', 0],
]
