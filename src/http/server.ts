import Fastify, { type FastifyInstance } from 'fastify'
import { setTimeout as timeOut } from 'node:timers/promises'
import { countOpenAlerts } from '../alerts/mod.ts'
import { readFunds } from '../connectors/mod.ts'
import { MS_PER_SECOND, pageUrlOf, pause, SingleFlight, waitAtMost } from '../core/mod.ts'
import { PerDatabaseLife } from '../db/mod.ts'
import { requestIds } from '../requests/mod.ts'
import { AdmissionQueue } from './limits/admission-queue.ts'
import { createAdmission } from './admission.ts'
import { createCatalogPages } from './catalog/catalog-pages.ts'
import { createClaimServer } from './claim/claim-server.ts'
import { readForwardedFor } from './listeners/client-address.ts'
import { sendClientError } from './listeners/client-errors.ts'
import { CodeGuesses } from './limits/code-guesses.ts'
import type { Context, Services } from './context.ts'
import { familyOf } from './dialects.ts'
import { EnteredCodes } from './limits/entered-codes.ts'
import { sendError } from './errors.ts'
import { bytesWriter } from './responses/json-writer.ts'
import { addressesOf, listenAt, type Listening } from './listeners/listen.ts'
import { LiveChanges } from './responses/live-changes.ts'
import { SignedRequests } from './observability/logged-request.ts'
import { begin, observeRequests, type Observers, Traffic } from './observability/observe.ts'
import { isOnlyByTls } from './listeners/only-by-tls.ts'
import { OpenStreams } from './responses/open-streams.ts'
import { OperatorListener } from './listeners/operator-listener.ts'
import { afterEarlier } from './limits/pipelined.ts'
import { createRateLimiter } from './limits/rate-limit.ts'
import { createReadiness } from './readiness.ts'
import { pathAndQuery } from './request-target.ts'
import { OPERATIONAL_ROUTES, ROUTES } from './routes.ts'
import { registerRoutes } from './routing.ts'

/**
 * The longest time for an upload, which is read as fast as it is stored, and for headers. Other
 * bodies have `BODY_MS_MAX`.
 */
const UPLOAD_MS_MAX = 1_800_000
const HEADERS_MS_MAX = 10_000
const TIMEOUTS_CHECK_MS = 1_000
/**
 * How long a connection stays open while idle, or while a response on it does not progress. Idle
 * connections stay open longer than the 60 s of usual balancers, because a request that is sent
 * while we close would fail.
 */
const KEEP_ALIVE_MS = 75_000
const STALLED_MS = 120_000
/** Longer than any request line, so that handlers and not the router refuse long ids. */
const PARAMETER_LENGTH_MAX = 65_536
/** The most pairs of order and credential whose polls are counted at a time. */
const POLLS_MAX = 100_000
const ACTIVITY_FRESH_MS = 30_000
const MARGIN_FRESH_MS = 300_000
/** The costs of all units of two days are joined, so it is read for a hundredth of the time. */
const MARGIN_READ_TIMES = 100
/** Shared by concurrent readers only: who sees that something changed must not read from before. */
const NOT_KEPT_MS = 0
/**
 * How long a stopping process refuses requests before it closes its port. Closing resets
 * connections that wait to be accepted, so balancers must have stopped opening new ones. A balancer
 * without health checks, such as nginx, stops at the first 503.
 */
const REFUSING_MS = 1_000
const LAST_RESPONSES_MS_MAX = 1_000

/** The HTTP server of a process. */
export interface HttpServer {
  /** Returns the base URL. Throws if the address is not available. */
  listen(): Promise<string>
  /**
   * Returns the base URL of the operator's own address, if the settings have one. Throws as
   * `listen`.
   */
  listenForOperator(): Promise<string | undefined>
  /** Returns the base URL of the pages of links, if the settings have them. Throws as `listen`. */
  listenForClaims(): Promise<string | undefined>
  /**
   * Stops being ready, and closes connections after their responses. Once balancers have had time
   * to notice, refuses further requests (503). Resolves when no request is in progress, at the
   * latest after the setting's seconds.
   */
  drain(): Promise<void>
  /** Closes all connections and stops listening. */
  close(): Promise<void>
}

/** Builds the server with all routes, or the operational ones only if the process is a worker. */
export function buildServer(services: Services): HttpServer {
  const observers = observersOf(services)
  const { traffic } = observers
  let listening: Listening | undefined
  let claimsAt: string | undefined
  const app = createApp(observers)
  app.addHook('onRequest', ({ raw }, reply, done) => afterEarlier(raw, reply.raw, done))
  observeRequests(app, observers)
  const operatorListener = new OperatorListener(app, services.config)
  const context = createContext(services, traffic, {
    api: () => listening?.url,
    claims: () => claimsAt,
    operator: () => operatorListener.url,
  })
  letWritesWait(app, services)
  observeService(services)
  const { host, port, role } = services.config
  const routes = role === 'worker' ? OPERATIONAL_ROUTES : ROUTES
  registerRoutes(app, routes, { context, admission: createAdmission(context) })
  const claims = createClaimServer(context)
  return {
    async listen() {
      listening = await listenAt({ app, port }, await addressesOf(host))
      return listening.url
    },
    async listenForOperator() {
      await operatorListener.open()
      return operatorListener.url
    },
    listenForClaims: async () => (claimsAt = await claims.listen()),
    drain: () => drain(services, traffic),
    async close() {
      await traffic.arrivals.stop()
      listening?.stopOthers()
      operatorListener.close()
      await claims.close()
      await stopListening(app.server)
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** Where the server listens; undefined until it does. */
type Addresses = Readonly<Record<'api' | 'claims' | 'operator', () => string | undefined>>

function createContext(services: Services, traffic: Traffic, listensAt: Addresses): Context {
  const { config, clock, db } = services
  // The URL is never read from the request, whose sender chooses the Host.
  const apiUrl = (): string => config.publicUrl ?? listensAt.api() ?? ''
  return {
    ...services,
    polls: createRateLimiter(clock, POLLS_MAX),
    codeGuesses: new CodeGuesses(clock),
    enteredCodes: new EnteredCodes(services),
    openStreams: new OpenStreams(config),
    catalogPages: createCatalogPages({ ...services, apiUrl }),
    overview: new SingleFlight(clock, NOT_KEPT_MS),
    activity: new PerDatabaseLife(db, () => new SingleFlight(clock, ACTIVITY_FRESH_MS)),
    marginOfDay: new PerDatabaseLife(
      db,
      () => new SingleFlight(clock, MARGIN_FRESH_MS, { readTimes: MARGIN_READ_TIMES }),
    ),
    liveChanges: new LiveChanges(services),
    readiness: createReadiness(services),
    isDraining: () => traffic.isDraining,
    isLeaving: () => traffic.isLeaving,
    apiUrl,
    baseUrl: () => pageUrlOf(apiUrl()),
    claimUrl: () => config.claimUrl ?? listensAt.claims(),
    operatorUrl: () => pageUrlOf(config.adminUrl ?? listensAt.operator() ?? apiUrl()),
  }
}

async function drain({ config }: Services, traffic: Traffic): Promise<void> {
  const { drainNoticeSeconds, drainSecondsMax } = config
  traffic.leave()
  if (drainNoticeSeconds > 0) await pause(drainNoticeSeconds * MS_PER_SECOND).over
  traffic.drain()
  if (drainNoticeSeconds > 0) await pause(REFUSING_MS).over
  // A test that ends pauses must not cut off the requests that it still waits for.
  await Promise.race([
    traffic.idle(),
    timeOut(drainSecondsMax * MS_PER_SECOND, undefined, { ref: false }),
  ])
}

function observersOf(services: Services): Observers {
  return {
    services,
    traffic: new Traffic(services),
    signedRequests: new SignedRequests(services),
    isOnlyByTls: isOnlyByTls(services.config),
  }
}

/**
 * Stops listening. Waits a moment for responses to requests that arrived meanwhile: to a balancer,
 * closing their connections would look like a broken process.
 */
async function stopListening(server: FastifyInstance['server']): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  await waitAtMost(LAST_RESPONSES_MS_MAX, closed)
}

function createApp(observers: Observers): FastifyInstance {
  const { services } = observers
  const app = Fastify({
    logger: false,
    genReqId: requestIds(services.clock),
    rewriteUrl: ({ url = '' }) => pathAndQuery(url),
    requestTimeout: UPLOAD_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: STALLED_MS,
    http: {
      headersTimeout: HEADERS_MS_MAX,
      connectionsCheckingInterval: TIMEOUTS_CHECK_MS,
      // We refuse a missing Host with an id and a body. Node.js sends a bare 400.
      requireHostHeader: false,
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Entries of untrusted proxies are removed before this is read.
    trustProxy: services.config.trustedProxies !== undefined,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, observers),
    frameworkErrors(error, request, reply) {
      afterEarlier(request.raw, reply.raw, () => {
        begin(request, reply, observers)
        void sendError(error, request, { reply, services })
      })
    },
  })
  // An unknown expectation gets the usual response instead of Node's 417.
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange))
  readForwardedFor(app, services.config.trustedProxies)
  // Node.js would close the connection without a response, and no longer handles its errors.
  app.server.on('connect', ({ url }, socket) => {
    socket.on('error', () => socket.destroy())
    sendClientError(new Error('CONNECT'), socket, { ...observers, target: url })
  })
  app.setSerializerCompiler(({ schema }) => bytesWriter(schema))
  app.setErrorHandler((error, request, reply) => sendError(error, request, { reply, services }))
  return app
}

/** Queues writes of partners. Operator and monitoring requests never wait. */
function letWritesWait(app: FastifyInstance, services: Services): void {
  const queue = new AdmissionQueue(services)
  app.addHook('onRequest', ({ method, url, headers }, reply, done) => {
    if (method !== 'POST' || familyOf(url) === 'admin-v1') return done()
    services.clientWrites.record()
    return queue.enter(headers['x-client-id'], reply.raw, done)
  })
  services.metrics.observe('tessera_http_writes_waiting', 'Writes that wait to be read', () =>
    queue.waiting(),
  )
}

function observeService({ metrics, ledger, db, countBatches, requestLog }: Services): void {
  metrics.observe('tessera_requests_unlogged', 'Requests that the request log left out', () =>
    requestLog.unlogged(),
  )
  metrics.observe(
    'tessera_ledger_queued_writes',
    'Writes that wait for a group commit; each row of a write of several rows counts',
    () => ledger.queued(),
  )
  metrics.observeEach(
    {
      name: 'tessera_batches_open',
      help: 'Batches that are not completed, by status, without those of cancelled orders',
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
      name: 'tessera_supplier_funds',
      help: 'Our funds at each supplier, by account and currency',
      label: 'pot',
    },
    () => readFunds(db),
  )
}

/** The metric also has the statuses that no batch has. */
const NO_BATCHES: readonly [string, number][] = [
  ['PENDING', 0],
  ['PROCESSING', 0],
  ['FAILED', 0],
]
